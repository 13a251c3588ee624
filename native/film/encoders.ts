import type { Container, ExportQuality } from '#shared/film/film.ts';
import { startFfmpeg } from '../media/ffmpeg-process.ts';

/** What an ffmpeg is and can encode. */
export interface FfmpegAbilities {
  /** The first two numbers of its version; null for one that was built from newer sources. */
  version: readonly [number, number] | null;
  encoders: ReadonlySet<string>;
}

/** The oldest ffmpeg that films are made with: it lets frames through as they are. */
export const MIN_VERSION = [5, 1] as const;

/** Asks an ffmpeg what it can do. */
export async function abilitiesOf(program: string, signal: AbortSignal): Promise<FfmpegAbilities> {
  const encoderProcess = startFfmpeg(program, ['-encoders'], signal);
  let encoderList = '';
  encoderProcess.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    encoderList += text;
  });
  const versionProcess = startFfmpeg(program, ['-version'], signal);
  let version = '';
  versionProcess.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    version += text;
  });
  await Promise.all([encoderProcess.finished, versionProcess.finished]);
  const [, major, minor] = /^ffmpeg version n?(\d+)\.(\d+)/.exec(version) ?? [];
  return {
    version: major === undefined ? null : [Number(major), Number(minor)],
    encoders: new Set([...encoderList.matchAll(/^ [VA]\S{5} (\S+)/gm)].map(([, name]) => name ?? '')),
  };
}

/** Constant quality of x264 and of VP9, and bits a pixel for encoders without such a scale. */
const QUALITY: Readonly<Record<ExportQuality, { x264: number; vpx: number; bits: number }>> = {
  medium: { x264: 23, vpx: 34, bits: 0.08 },
  high: { x264: 18, vpx: 28, bits: 0.16 },
  'very-high': { x264: 14, vpx: 20, bits: 0.3 },
};

interface Encoding {
  width: number;
  height: number;
  frameRate: number;
  quality: ExportQuality;
}

/** ffmpeg's arguments for the picture of a film. @returns null where this ffmpeg has no encoder for it */
export function pictureArguments(
  container: Exclude<Container, 'wav'>,
  { encoders }: FfmpegAbilities,
  { width, height, frameRate, quality }: Encoding,
): string[] | null {
  const { x264, vpx, bits } = QUALITY[quality];
  const bitrate = ['-b:v', String(Math.round(width * height * frameRate * bits))];
  const named = (names: readonly string[]): string | undefined => names.find((name) => encoders.has(name));
  if (container === 'mp4') {
    if (encoders.has('libx264')) return ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', String(x264)];
    const fallback = named(['h264_videotoolbox', 'h264_mf', 'libopenh264']);
    return fallback === undefined ? null : ['-c:v', fallback, ...bitrate];
  }
  const fast = ['-deadline', 'realtime', '-cpu-used', '6', '-row-mt', '1'];
  if (encoders.has('libvpx-vp9')) return ['-c:v', 'libvpx-vp9', '-crf', String(vpx), '-b:v', '0', ...fast];
  return encoders.has('libvpx')
    ? ['-c:v', 'libvpx', ...bitrate, '-deadline', 'realtime', '-cpu-used', '4']
    : null;
}

/** ffmpeg's arguments for the sound of a film. @returns null where this ffmpeg has no encoder for it */
export function soundArguments(container: Container, { encoders }: FfmpegAbilities): string[] | null {
  switch (container) {
    case 'wav':
      return ['-c:a', 'pcm_s16le'];
    case 'mp4':
      return encoders.has('aac') ? ['-c:a', 'aac', '-b:a', '192k'] : null;
    case 'webm':
      return encoders.has('libopus') ? ['-c:a', 'libopus', '-b:a', '192k'] : null;
    default:
      return container satisfies never;
  }
}
