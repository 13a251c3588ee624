import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findFfmpeg } from './ffmpeg.ts';

/** How long the program may take to name itself, milliseconds. */
const LIMIT_MS = 10_000;

let version: Promise<string> | null = null;

/** What the ffmpeg of this computer calls itself, asked once; empty without one. */
export function ffmpegVersion(): Promise<string> {
  return (version ??= readVersion());
}

async function readVersion(): Promise<string> {
  const program = await findFfmpeg();
  if (program === null) return '';
  try {
    const { stdout } = await promisify(execFile)(program, ['-version'], { timeout: LIMIT_MS });
    return /^ffmpeg version (\S+)/.exec(stdout)?.[1] ?? '';
  } catch {
    return '';
  }
}
