import { join } from 'node:path';
import type { MediumDescription } from '#native/media/describe/medium-description.ts';
import { defineNode } from '../define-node.ts';
import { withExtension } from '../image/pixels.ts';
import { requireFfmpeg, runFfmpeg, importOutput } from '../media/ffmpeg.ts';
import { describeFile, mediaInput } from '../media/media-info.ts';
import { file, invalid } from '../pins.ts';
import { AUDIO_OUTPUT } from '../audio/sounds.ts';

export const videoExtractAudio = defineNode({
  type: 'video/extract-audio',
  version: 3,
  title: 'Extract sound',
  description:
    'Takes the sound out of a video, or turns any sound file into WAV, which the other sound nodes read, with its channels, rate and bits. Needs ffmpeg.',
  icon: 'music',
  runsPrograms: true,
  tags: ['audio', 'soundtrack', 'wav', 'convert', 'mp3'],
  inputs: { file: file('Media') },
  outputs: AUDIO_OUTPUT,
  async run({ file }, execution) {
    const program = await requireFfmpeg();
    // What nothing is known of ffmpeg refuses by itself.
    const medium = await describeFile(execution, file, program).catch(() => null);
    const sound = medium?.sound ?? null;
    execution.signal.throwIfAborted();
    const path = join(await execution.scratch(), 'sound.wav');
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
    const audio = await importOutput(execution, path, withExtension(file.filename, 'wav'), 'audio/wav');
    if (audio === null) throw invalid(`${file.filename} has no sound. Choose another file.`);
    return { audio };
  },
});

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
