import { spawn, type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ForkOptions, MessagePortMain, UtilityProcess } from 'electron';

const SHIM = fileURLToPath(new URL('./utility-process-shim.ts', import.meta.url));

interface Sent {
  port?: number;
  data: unknown;
}

let nextPort = 1;

/** One end of a channel, which may be given to a process. */
class PortStandIn extends EventEmitter implements Pick<MessagePortMain, 'postMessage' | 'start' | 'close'> {
  readonly id = nextPort++;
  peer: PortStandIn | null = null;
  /** Where it was given to. */
  owner: UtilityProcessStandIn | null = null;
  #started = false;
  readonly #pending: unknown[] = [];

  postMessage(data: unknown): void {
    this.peer?.deliver(data);
  }

  deliver(data: unknown): void {
    if (this.owner !== null) this.owner.sendToPort(this.id, data);
    else if (this.#started) this.emit('message', { data, ports: [] });
    else this.#pending.push(data);
  }

  start(): void {
    this.#started = true;
    for (const data of this.#pending.splice(0)) this.deliver(data);
  }

  close(): void {
    this.emit('close');
  }
}

export class MessageChannelStandIn {
  readonly port1 = new PortStandIn();
  readonly port2 = new PortStandIn();
  constructor() {
    this.port1.peer = this.port2;
    this.port2.peer = this.port1;
  }
}

/** A real child process, so that output, messages, exit and ending are those of a process. */
export class UtilityProcessStandIn extends EventEmitter implements Pick<UtilityProcess, 'kill'> {
  readonly child: ChildProcess;
  readonly #ports = new Map<number, PortStandIn>();

  constructor(entry: string, args: readonly string[], options: ForkOptions) {
    super();
    const { env, cwd, execArgv = [] } = options;
    this.child = spawn(process.execPath, ['--import', SHIM, ...execArgv, entry, ...args], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: (env ?? {}) as NodeJS.ProcessEnv,
      cwd,
    });
    this.child.once('spawn', () => this.emit('spawn'));
    this.child.once('exit', (code) => this.emit('exit', code ?? 143));
    this.child.on('message', (sent) => {
      const { port, data } = sent as Sent;
      if (port === undefined) this.emit('message', data);
      else this.#ports.get(port)?.postMessage(data);
    });
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  get stdout() {
    return this.child.stdout;
  }

  get stderr() {
    return this.child.stderr;
  }

  postMessage(data: unknown, ports: readonly PortStandIn[] = []): void {
    for (const port of ports) {
      port.owner = this;
      this.#ports.set(port.id, port);
    }
    this.#send({ data, ports: ports.map(({ id }) => id) });
    // What came meanwhile.
    for (const port of ports) port.start();
  }

  sendToPort(port: number, data: unknown): void {
    this.#send({ port, data });
  }

  kill(): boolean {
    return this.child.kill();
  }

  #send(message: object): void {
    if (this.child.connected) this.child.send(message, () => {});
  }
}
