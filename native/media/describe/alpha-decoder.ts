import { startFfmpeg } from '../ffmpeg-process.ts';
import type { VideoDescription } from './medium-description.ts';

/** Decoders that read the transparency which VP8 and VP9 have beside their pictures. */
const WITH_ALPHA: Readonly<Record<string, string>> = { vp8: 'libvpx', vp9: 'libvpx-vp9' };

const listed = new Map<string, Promise<string>>();

async function listDecoders(program: string, signal: AbortSignal): Promise<string> {
  const { child, ended } = startFfmpeg(program, ['-decoders'], signal);
  let names = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    names += text;
  });
  await ended;
  return names;
}

/** Options before an input that have its transparency decoded; none where there is none, or nothing decodes it. */
export async function alphaDecoder(
  program: string,
  { codecName, hasAlpha }: Pick<VideoDescription, 'codecName' | 'hasAlpha'>,
  signal: AbortSignal,
): Promise<string[]> {
  const decoder = WITH_ALPHA[codecName ?? ''];
  if (!hasAlpha || decoder === undefined) return [];
  const names = listed.get(program) ?? listDecoders(program, signal);
  listed.set(program, names);
  names.catch(() => listed.delete(program));
  return (await names).includes(` ${decoder} `) ? ['-c:v', decoder] : [];
}
