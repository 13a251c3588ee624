import { execFile, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../..');
const program = join(root, 'service/main.ts');

export interface ServiceProcess {
  origin: string;
  /** May do everything. */
  key: string;
  stop(): Promise<void>;
}

/** The local service as a process of its own. @param data its folder, which stays when it stops. */
export async function startServiceProcess(
  data: string,
  flags: readonly string[] = [],
): Promise<ServiceProcess> {
  const made = await promisify(execFile)(
    process.execPath,
    [program, 'keys', 'create', '--data', data, '--account', 'rig'],
    { cwd: root },
  );
  const child = spawn(process.execPath, [program, '--data', data, '--port', '0', ...flags], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  let output = '';
  const origin = await new Promise<string>((found, failed) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
      if (address !== undefined) found(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then(() => failed(new Error(`The service ended before it was ready:\n${output}`)));
  });
  return {
    origin,
    key: made.stdout.trim(),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
