import { spawn, type ChildProcess } from 'node:child_process';
import { endsWithParent } from '../pool/ends-with-parent.ts';
import { CHILD_MARK } from '../pool/environment.ts';

const ERROR_LIMIT = 8192;

/** Arguments from a line of them; none has a space in it. */
export const flags = (line: string): string[] => line.split(' ');

/** An ffmpeg that is read from or written to while it works. */
export interface FfmpegProcess {
  child: ChildProcess;
  /** Its exit code, null when it was ended. @throws what starting it or the signal says */
  finished: Promise<number | null>;
  /** The end of what it said. */
  lastWords: () => string;
}

/** Starts ffmpeg without a shell; the signal ends it at once. @param onError gets what it says, line by line */
export function startFfmpeg(
  program: string,
  options: readonly string[],
  signal: AbortSignal,
  onError?: (line: string) => void,
): FfmpegProcess {
  signal.throwIfAborted();
  const { PATH, SystemRoot, TMPDIR, TEMP, [CHILD_MARK]: mark } = process.env;
  const [command, ...before] = [...endsWithParent(), program];
  const child = spawn(command, [...before, '-hide_banner', '-nostats', ...options], {
    stdio: ['pipe', 'pipe', 'pipe'],
    shell: false,
    windowsHide: true,
    signal,
    killSignal: 'SIGKILL',
    env: { PATH, SystemRoot, TMPDIR, TEMP, [CHILD_MARK]: mark },
  });
  // One that ended takes nothing more; its exit says why.
  child.stdin.on('error', () => undefined);
  let words = '';
  let line = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-ERROR_LIMIT);
    if (!onError) return;
    const lines = (line + text).split('\n');
    line = (lines.pop() ?? '').slice(-ERROR_LIMIT);
    for (const fullLine of lines) onError(fullLine);
  });
  const exited = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  // Whoever reads from it may have gone before it ends.
  exited.catch(() => undefined);
  return { child, finished: exited, lastWords: () => words };
}
