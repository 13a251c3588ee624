import { join } from 'node:path';
import type { MediumDescription, SoundDescription } from '#native/media/describe/medium-description.ts';
import type { FileValue, NodeExecution } from '../definition.ts';
import { requireFfmpeg, runFfmpeg } from '../media/ffmpeg.ts';
import { describeFile, mediaInput } from '../media/media-info.ts';
import { reportSoundTracks } from '../media/sound-notes.ts';

/** Which track of a medium is read. @returns null where it has none of that number, or nothing is known of it. */
type SelectTrack = (
  medium: MediumDescription | null,
) => Pick<SoundDescription, 'stream' | 'codecName'> | null;

/** The track that players begin with. */
const defaultTrack: SelectTrack = (medium) => medium?.sound ?? null;

/**
 * Turns the sound of any medium into a WAV file, with its channels, rate and bits.
 * @returns its path in the scratch folder; there is no file where the medium has no sound
 * @throws NodeFailure without ffmpeg, and of what it cannot read
 */
export async function decodeSound(
  execution: NodeExecution,
  file: FileValue,
  selectTrack: SelectTrack = defaultTrack,
): Promise<string> {
  const program = await requireFfmpeg();
  // What nothing is known of ffmpeg refuses by itself.
  const medium = await describeFile(execution, file, program).catch(() => null);
  execution.signal.throwIfAborted();
  if (selectTrack === defaultTrack && medium) reportSoundTracks(execution, file.filename, medium);
  const sound = selectTrack(medium);
  const path = join(await execution.scratch(), `${file.blob.slice(0, 40).replaceAll(/[^\w-]/g, '_')}.wav`);
  await runFfmpeg(execution, {
    program,
    arguments: [
      ...(await mediaInput(execution, file)),
      '-map',
      `0:${sound?.stream ?? 'a:0'}`,
      ...(medium ? ['-af', fromStart(medium)] : []),
      '-c:a',
      sampleEncoder(sound?.codecName ?? null),
      `file:${path}`,
    ],
    source: file.filename,
  });
  return path;
}

/** Samples of WAV that lose nothing of a sound: what is compressed with loss has no more than 16 bits of its own. */
function sampleEncoder(codecName: string | null): string {
  const codec = codecName ?? '';
  if (/^pcm.*(?:f32|f64|s32|f16|u32)/.test(codec)) return 'pcm_f32le';
  return /^pcm.*(?:s24|u24)|^(?:flac|alac|wavpack|truehd|mlp|tta|ape)$/.test(codec)
    ? 'pcm_s24le'
    : 'pcm_s16le';
}

/** The sound begins with the medium: what is before that is cut off, and a sound that begins later has silence before it. */
const fromStart = ({ clock, seekStart }: MediumDescription): string =>
  `asetpts=PTS-${(clock.sound - seekStart).toFixed(6)}/TB,aresample=async=1:first_pts=0`;
