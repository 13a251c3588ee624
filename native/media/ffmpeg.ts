import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { endsWithParent } from '../pool/ends-with-parent.ts';
import { CHILD_MARK } from '../pool/environment.ts';
import { rejectExternalMedia } from './refuse-external-media.ts';

/** Where installers put ffmpeg that the PATH of an application started from a desktop does not name. */
const DEFAULT_FOLDERS = ['/opt/homebrew/bin', '/usr/local/bin', '/usr/bin', '/snap/bin', 'C:\\ffmpeg\\bin'];

/**
 * Demuxers that read one file and nothing else. Playlists, scripts and numbered pictures (HLS, DASH,
 * concat, SDP, image2) name further files, which must never be opened because an uploaded file says so.
 */
const FORMATS =
  'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,flv,asf,ogg,wav,mp3,flac,aac,aiff,caf,gif,apng,mxf,png_pipe';

const ERROR_LIMIT = 4096;

/** The person's own ffmpeg: the one PATCHBAY_FFMPEG names, else the first on the PATH or in the usual folders. */
export async function findFfmpeg(environment: NodeJS.ProcessEnv = process.env): Promise<string | null> {
  const named = environment['PATCHBAY_FFMPEG'];
  const folders = [...(environment['PATH'] ?? '').split(delimiter), ...DEFAULT_FOLDERS].filter(
    (folder) => folder !== '',
  );
  const program = process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg';
  const candidates = named === undefined ? folders.map((folder) => join(folder, program)) : [named];
  for (const candidate of candidates) {
    try {
      await access(candidate, constants.X_OK);
      return candidate;
    } catch {
      // Not here; the next folder may have it.
    }
  }
  return null;
}

/**
 * Arguments that open a file: only the file itself, only as media. `options` come before it.
 * @throws TaskFailure with `EXTERNAL_MEDIA` where it names other files
 */
export async function inputArguments(path: string, options: readonly string[] = []): Promise<string[]> {
  await rejectExternalMedia(path);
  return ['-protocol_whitelist', 'file', '-format_whitelist', FORMATS, ...options, '-i', `file:${path}`];
}

/**
 * Arguments that open pictures which were made here, one a frame.
 * @param pattern their path, with `%d` for the number
 */
export const numberedPictures = (pattern: string, framesPerSecond: number): string[] => [
  '-protocol_whitelist',
  'file',
  '-format_whitelist',
  'image2',
  '-f',
  'image2',
  '-framerate',
  String(framesPerSecond),
  '-i',
  `file:${pattern}`,
];

interface OutputRead {
  /** A failed read of the program's output ends it. */
  onData: (chunk: Buffer) => void;
  signal: AbortSignal;
}

/** What ffmpeg gave instead of a result: the last line that it wrote. */
class FfmpegError extends Error {
  override name = 'FfmpegError';
}

/** Runs ffmpeg without a shell and hands over what it writes to its output. @throws FfmpegError */
export async function readFfmpegOutput(
  program: string,
  options: readonly string[],
  { onData, signal }: OutputRead,
): Promise<void> {
  signal.throwIfAborted();
  const { PATH, SystemRoot, TMPDIR, TEMP, [CHILD_MARK]: mark } = process.env;
  const [command, ...before] = [...endsWithParent(), program];
  const child = spawn(command, [...before, '-nostdin', '-hide_banner', '-loglevel', 'error', ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: false,
    windowsHide: true,
    signal,
    killSignal: 'SIGKILL',
    env: { PATH, SystemRoot, TMPDIR, TEMP, [CHILD_MARK]: mark },
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-ERROR_LIMIT);
  });
  child.stdout.on('data', onData);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  if (code !== 0) throw new FfmpegError(errors.trim().split('\n').at(-1) ?? '');
}
