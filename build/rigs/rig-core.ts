import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pictureLauncher } from '#native/testing/picture-launcher.ts';
import { createCore, type Core } from '#core/core.ts';
import { createProcessLauncher, type ServiceProcess } from '#core/local-service/process-launcher.ts';
import type { CoreLog, CoreOptions } from '#core/options.ts';
import { createFileSecretStore } from '#core/secrets/file-secret-store.ts';

const noop = () => undefined;
const log: CoreLog = { debug: noop, info: noop, warn: noop, error: noop };

/** The core on a data folder, with its local service as a process unless another way is given; not started yet. */
export const createRigCore = (
  dataDirectory: string,
  launchService: CoreOptions['launchService'] = createProcessLauncher(startService, log),
): Core =>
  createCore({
    dataDirectory,
    secrets: createFileSecretStore(join(dataDirectory, 'desk', 'keys.json')),
    host: 'browser',
    version: '1.0.0',
    mediaOrigin: () => 'http://media.test',
    log,
    launchService,
    launchNative: pictureLauncher(),
  });

/** The service with small parts, so that files of some kilobytes are sent in several. */
function startService(args: readonly string[]): ServiceProcess {
  const entry = join(import.meta.dirname, '../../service/main.ts');
  const adjustedArgs = args.map((argument, at) =>
    args[at - 1] === '--multipart-threshold' ? '30000' : argument,
  );
  const isService = adjustedArgs.includes('--multipart-threshold');
  const child = spawn(
    process.execPath,
    [entry, ...adjustedArgs, ...(isService ? ['--part-size', '20000'] : [])],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  return {
    pid: child.pid,
    stdout: child.stdout,
    stderr: child.stderr,
    exited: new Promise((resolve) => child.once('exit', resolve)),
    end: () => void child.kill('SIGTERM'),
    kill: () => void child.kill('SIGKILL'),
  };
}
