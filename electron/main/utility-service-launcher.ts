import type { Readable } from 'node:stream';
import { utilityProcess } from 'electron';
import type { ServiceLauncher } from '#core/local-service/launcher.ts';
import { createProcessLauncher, serviceEnvironment } from '#core/local-service/process-launcher.ts';
import type { CoreLog } from '#core/options.ts';

/**
 * Runs the local service in Electron's utility process, which ends with the app.
 * @param entry the bundled service.
 */
export function createUtilityServiceLauncher(entry: string, log: CoreLog): ServiceLauncher {
  return createProcessLauncher((args) => {
    const child = utilityProcess.fork(entry, [...args], {
      stdio: 'pipe',
      serviceName: 'Patchbay local service',
      env: serviceEnvironment(),
    });
    let isGone = false;
    const exited = new Promise<number | null>((resolve) => {
      child.once('exit', (code) => {
        isGone = true;
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
        if (!isGone && child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
      },
    };
  }, log);
}
