import { spawn } from 'node:child_process';
import { access, readFile } from 'node:fs/promises';
import { findFfmpeg } from '#native/media/ffmpeg.ts';
import { endsWithParent } from '#native/pool/ends-with-parent.ts';
import { CHILD_MARK } from '#native/pool/environment.ts';
import { NodeFailure, type FileValue, type NodeExecution } from '../definition.ts';
import { diskFull } from '../disk-full.ts';

const ERROR_LIMIT = 64 * 1024;

/** As `findFfmpeg`, but fails with a sentence that says how to get it. */
export async function requireFfmpeg(environment?: NodeJS.ProcessEnv): Promise<string> {
  const found = await findFfmpeg(environment);
  if (found !== null) return found;
  const installHint = {
    darwin: 'Install it with “brew install ffmpeg”',
    win32: 'Install it with “winget install ffmpeg”',
  }[process.platform as 'darwin' | 'win32'];
  throw new NodeFailure(
    'FFMPEG_MISSING',
    `This node needs ffmpeg, which was not found on this computer. ${installHint ?? 'Install it with your package manager, for example “sudo apt install ffmpeg”'}, then run again.`,
  );
}

interface FfmpegTask {
  program: string;
  arguments: readonly string[];
  /** Length of what is made, for progress. */
  seconds?: number;
  /** What the failure names. */
  source: string;
}

/** Runs ffmpeg without a shell. Cancelling the run kills it. Throws `NodeFailure` with its last words. */
export async function runFfmpeg(execution: NodeExecution, task: FfmpegTask): Promise<void> {
  execution.signal.throwIfAborted();
  const { PATH, SystemRoot, TMPDIR, TEMP, [CHILD_MARK]: mark } = process.env;
  const [command, ...before] = [...endsWithParent(), task.program];
  const child = spawn(
    command,
    [
      ...before,
      '-nostdin',
      '-hide_banner',
      '-loglevel',
      'error',
      '-y',
      '-progress',
      'pipe:1',
      ...task.arguments,
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: false,
      windowsHide: true,
      signal: execution.signal,
      killSignal: 'SIGKILL',
      env: { PATH, SystemRoot, TMPDIR, TEMP, [CHILD_MARK]: mark },
    },
  );
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-ERROR_LIMIT);
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const [, microseconds] = /out_time_us=(\d+)\s*$/m.exec(text) ?? [];
    if (microseconds === undefined || task.seconds === undefined || task.seconds <= 0) return;
    execution.progress(Math.min(1, Number(microseconds) / 1_000_000 / task.seconds));
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  if (code === 0) return;
  if (/No space left on device|Disk quota exceeded/i.test(errors)) {
    const full = diskFull();
    throw new NodeFailure(full.code, full.message);
  }
  throw new NodeFailure('MEDIA_FAILED', `ffmpeg could not work on ${task.source}: ${lastWords(errors)}`);
}

/** Stores a file that ffmpeg made. Null when it made none, which it does without an error when there was nothing. */
export async function importOutput(
  execution: NodeExecution,
  path: string,
  filename: string,
  contentType: string,
): Promise<FileValue | null> {
  try {
    await access(path);
  } catch {
    return null;
  }
  const bytes = await readFile(path);
  return bytes.length === 0 ? null : execution.writeFile(bytes, filename, contentType);
}

const encoders = new Map<string, Promise<string>>();

/** Arguments for the best H.264 encoder this ffmpeg was built with; MPEG-4 when it has none. */
export async function videoEncoder(program: string): Promise<string[]> {
  let encoderList = encoders.get(program);
  if (encoderList === undefined) {
    encoderList = listEncoders(program);
    encoders.set(program, encoderList);
  }
  const names = await encoderList;
  const common = ['-pix_fmt', 'yuv420p', '-movflags', '+faststart'];
  if (/\blibx264\b/.test(names)) return ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', ...common];
  const fallback = ['h264_videotoolbox', 'h264_mf', 'libopenh264'].find((name) => names.includes(name));
  return ['-c:v', fallback ?? 'mpeg4', '-b:v', '8M', ...common];
}

async function listEncoders(program: string): Promise<string> {
  const child = spawn(program, ['-hide_banner', '-encoders'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    windowsHide: true,
  });
  let names = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    names += text;
  });
  await new Promise((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  return names;
}

/** ffmpeg's last line, without addresses in memory and paths on this computer. */
function lastWords(errors: string): string {
  const line = errors.trim().split('\n').at(-1) ?? '';
  const sanitized = line
    .replace(/^\[[^\]]*\]\s*/, '')
    .replace(/(file:)?[/\\][^\s:']*[/\\][^\s:']*/g, 'the file');
  return sanitized === '' ? 'it gave no reason.' : `${sanitized.replace(/[.\s]+$/, '')}.`;
}
