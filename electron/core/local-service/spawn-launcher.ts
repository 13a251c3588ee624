import { spawn } from 'node:child_process';
import type { CoreLog } from '../options.ts';
import type { ServiceLauncher } from './launcher.ts';
import { createProcessLauncher, serviceEnvironment } from './process-launcher.ts';

/**
 * Run in the child before the service: when our end of its stdin closes, however this process ended, the service is
 * asked to stop. Inline, so that it needs no file of its own once the app is bundled.
 */
const END_WITH_PARENT = `data:text/javascript,${encodeURIComponent(
  `process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).on('error', () => {}).resume(); process.stdin.unref?.();`,
)}`;

export interface SpawnLauncherOptions {
  /** The service's entry: `service/main.ts`, or the bundled file. */
  entry: string;
  /** Node to run it with; the one running now unless told. */
  execPath?: string;
  log: CoreLog;
}

/** Runs the local service as a child process of this one. */
export function createSpawnLauncher({ entry, execPath, log }: SpawnLauncherOptions): ServiceLauncher {
  return createProcessLauncher((args, as) => {
    const before = as === 'service' ? ['--import', END_WITH_PARENT] : [];
    const child = spawn(execPath ?? process.execPath, [...before, entry, ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: serviceEnvironment(),
      windowsHide: true,
    });
    const exited = new Promise<number | null>((resolve) => {
      child.once('exit', (code) => resolve(code));
      child.once('error', () => resolve(null));
    });
    if (as === 'command') child.stdin.end();
    else {
      // The child must not outlive us; `kill` is all that can be done once the process is leaving.
      const kill = () => void child.kill('SIGTERM');
      process.once('exit', kill);
      void exited.then(() => process.removeListener('exit', kill));
    }
    return {
      pid: child.pid,
      stdout: child.stdout,
      stderr: child.stderr,
      exited,
      end: () => void child.kill('SIGTERM'),
      kill: () => void child.kill('SIGKILL'),
    };
  }, log);
}
