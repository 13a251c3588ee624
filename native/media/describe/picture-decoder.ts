import { startFfmpeg } from '../ffmpeg-process.ts';
import type { VideoDescription } from './medium-description.ts';

/** Decoders that read the transparency which VP8 and VP9 have beside their pictures. */
const WITH_ALPHA: Readonly<Record<string, string>> = { vp8: 'libvpx', vp9: 'libvpx-vp9' };

/** What an ffmpeg says of itself, by program and question. */
const answers = new Map<string, Promise<string>>();

async function request(program: string, question: readonly string[], signal: AbortSignal): Promise<string> {
  const { child, finished } = startFfmpeg(program, question, signal);
  let words = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    words += text;
  });
  await finished;
  return words;
}

function probe(program: string, question: readonly string[], signal: AbortSignal): Promise<string> {
  const key = [program, ...question].join('\n');
  const answer = answers.get(key) ?? request(program, question, signal);
  answers.set(key, answer);
  answer.catch(() => answers.delete(key));
  return answer;
}

/**
 * Options before an input that have its pictures decoded as the page sees them: with their transparency where something decodes
 * it, and whole. From 7.1 on ffmpeg cuts off what the container says (clean aperture, crop of Matroska), which browsers do not;
 * the crop of Matroska is cut off by `pictureFilter`.
 * Source: ffmpeg documentation, `-apply_cropping`.
 */
export async function pictureDecoder(
  program: string,
  { codecName, hasAlpha }: Pick<VideoDescription, 'codecName' | 'hasAlpha'>,
  signal: AbortSignal,
): Promise<string[]> {
  // Versions before it have an option of that name too, which is not among these.
  const canCrop = (await probe(program, ['-h', 'long'], signal)).includes('-apply_cropping');
  const cropArgs = canCrop ? ['-apply_cropping', 'codec'] : [];
  const decoder = WITH_ALPHA[codecName ?? ''];
  if (!hasAlpha || decoder === undefined) return cropArgs;
  const names = await probe(program, ['-decoders'], signal);
  return names.includes(` ${decoder} `) ? [...cropArgs, '-c:v', decoder] : cropArgs;
}
