import type { Readable } from 'node:stream';
import { utilityProcess } from 'electron';
import type { ServiceLauncher } from '#core/local-service/launcher.ts';
import { createProcessLauncher, serviceEnvironment } from '#core/local-service/process-launcher.ts';
import type { CoreLog } from '#core/options.ts';
import { serveNativeChildren } from './native-children.ts';

export interface UtilityServiceOptions {
  /** The bundled service. */
  entry: string;
  /** The program of its native children. */
  nativeEntry: string;
  /** The service's data folder: its children work below it. */
  dataFolder: string;
}

/** Runs the local service in Electron's utility process, which ends with the app. */
export function createUtilityServiceLauncher(
  { entry, nativeEntry, dataFolder }: UtilityServiceOptions,
  log: CoreLog,
): ServiceLauncher {
  return createProcessLauncher((args) => {
    const child = utilityProcess.fork(entry, [...args], {
      stdio: 'pipe',
      serviceName: 'Patchbay local service',
      env: serviceEnvironment(),
    });
    serveNativeChildren(child, { entry: nativeEntry, folder: dataFolder });
    let hasExited = false;
    const exited = new Promise<number | null>((resolve) => {
      child.once('exit', (code) => {
        hasExited = true;
        resolve(code);
      });
    });
    return {
      // Known once the process has begun.
      get pid() {
        return child.pid;
      },
      // Piped, so both are there; Electron's types allow for none.
      stdout: child.stdout as Readable,
      stderr: child.stderr as Readable,
      exited,
      end: () => void child.kill(),
      kill: () => {
        if (!hasExited && child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
      },
    };
  }, log);
}
