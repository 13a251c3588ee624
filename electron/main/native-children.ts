import { randomBytes } from 'node:crypto';
import { isAbsolute, join, relative } from 'node:path';
import type { Readable } from 'node:stream';
import { MessageChannelMain, utilityProcess, type MessagePortMain, type UtilityProcess } from 'electron';
import { parseToBroker, type FromBroker } from '#native/pool/broker.ts';
import { childEnvironment } from '#native/pool/environment.ts';
import { DEFAULT_LIMITS, type ChildKind, type ChildLauncher } from '#native/pool/launcher.ts';
import { PortLink } from '#native/pool/port-link.ts';

/** How much of what a child writes to its output streams is for the log. */
const TAIL_LENGTH = 2048;

interface NativeProcess {
  process: UtilityProcess;
  port: MessagePortMain;
  tail: () => string;
}

/** Forks a native child: without our environment, with a port as its only way to others. */
function forkNativeChild(
  entry: string,
  { folder, kind, mark }: { folder: string; kind: ChildKind; mark: string },
): NativeProcess {
  const out = join(folder, 'out');
  const child = utilityProcess.fork(entry, [folder], {
    stdio: 'pipe',
    serviceName: 'Patchbay decoder',
    env: childEnvironment(kind, out, mark),
    cwd: out,
    execArgv: [`--max-old-space-size=${DEFAULT_LIMITS.heapMegabytes}`],
  });
  const { port1, port2 } = new MessageChannelMain();
  child.postMessage(null, [port1]);
  let tail = '';
  for (const stream of [child.stdout, child.stderr] as readonly (Readable | null)[]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      tail = (tail + text).slice(-TAIL_LENGTH);
    });
  }
  return { process: child, port: port2, tail: () => tail };
}

/** Starts the children of this process' own core. @param entry the bundled program. */
export function createForkLauncher(entry: string): ChildLauncher {
  return {
    // Electron passes Node's permission model by.
    protectsInputs: false,
    launch({ folder, kind }) {
      const mark = randomBytes(12).toString('hex');
      const { process: child, port, tail } = forkNativeChild(entry, { folder, kind, mark });
      const link = new PortLink({ kind, mark, end: () => killChild(child) });
      child.once('spawn', () => link.connect(child.pid, port));
      child.once('exit', (code) => {
        port.close();
        link.finished({ code, signal: null }, tail());
      });
      return link;
    },
  };
}

/**
 * Starts children for the service, which runs in a utility process and cannot fork any itself. Only the program named
 * here is started, in folders of the service only.
 * @param options.entry the bundled program. @param options.folder the service's data folder.
 */
export function serveNativeChildren(
  service: UtilityProcess,
  options: { entry: string; folder: string },
): void {
  const children = new Map<number, UtilityProcess>();
  const reply = (message: FromBroker, ports: MessagePortMain[] = []) => service.postMessage(message, ports);
  service.on('message', (rawMessage: unknown) => {
    const message = parseToBroker(rawMessage);
    if (message === null) return;
    const { id } = message;
    if (message.kind === 'native-child-kill') {
      const child = children.get(id);
      if (child !== undefined) killChild(child);
      return;
    }
    const { folder, child: kind, mark } = message;
    if (children.has(id) || !isInside(options.folder, folder)) {
      reply({
        kind: 'native-child-exited',
        id,
        code: null,
        output: 'The folder is not one of the service.',
      });
      return;
    }
    const { process: child, port, tail } = forkNativeChild(options.entry, { folder, kind, mark });
    children.set(id, child);
    child.once('spawn', () => reply({ kind: 'native-child-launched', id, pid: child.pid ?? null }, [port]));
    child.once('exit', (code) => {
      children.delete(id);
      reply({ kind: 'native-child-exited', id, code, output: tail() });
    });
  });
  service.once('exit', () => {
    for (const child of children.values()) killChild(child);
    children.clear();
  });
}

function isInside(folder: string, path: string): boolean {
  const relativePath = relative(folder, path);
  return (
    isAbsolute(path) && relativePath !== '' && !relativePath.startsWith('..') && !isAbsolute(relativePath)
  );
}

/** `kill` only asks; a child with a busy decoder does not hear it. */
function killChild(child: UtilityProcess): void {
  const { pid } = child;
  try {
    if (pid === undefined) child.kill();
    else process.kill(pid, 'SIGKILL');
  } catch {
    // Gone already.
  }
}
