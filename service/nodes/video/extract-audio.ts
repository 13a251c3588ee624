import { join } from 'node:path';
import type { MediumDescription, MediumTrack } from '#native/media/describe/medium-description.ts';
import { defineNode } from '../define-node.ts';
import { withExtension } from '../image/pixels.ts';
import { requireFfmpeg, runFfmpeg, importOutput } from '../media/ffmpeg.ts';
import { describeFile, mediaInput } from '../media/media-info.ts';
import { reportSoundTracks } from '../media/sound-notes.ts';
import { file, invalid, number } from '../pins.ts';
import { AUDIO_OUTPUT } from '../audio/sounds.ts';

/** More tracks than any recorder writes. */
const MAX_TRACKS = 64;

export const videoExtractAudio = defineNode({
  type: 'video/extract-audio',
  version: 4,
  title: 'Extract sound',
  description:
    'Takes the sound out of a video, or turns any sound file into WAV, which the other sound nodes read, with its channels, rate and bits. Of several tracks it takes the one that players begin with, or the one you number. Needs ffmpeg.',
  icon: 'music',
  runsPrograms: true,
  tags: ['audio', 'soundtrack', 'wav', 'convert', 'mp3', 'microphone'],
  inputs: {
    file: file('Media'),
    track: number('Track, 0 for the usual one', { min: 0, max: MAX_TRACKS, default: 0, step: 1 }),
  },
  outputs: AUDIO_OUTPUT,
  async run({ file, track }, execution) {
    const program = await requireFfmpeg();
    // What nothing is known of ffmpeg refuses by itself.
    const medium = await describeFile(execution, file, program).catch(() => null);
    execution.signal.throwIfAborted();
    if (track === 0 && medium) reportSoundTracks(execution, file.filename, medium);
    const sound = track === 0 ? (medium?.sound ?? null) : numberedTrack(track, medium?.tracks, file.filename);
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

/** A track of sound by its number in the file, from 1 on. @throws NodeFailure where the file has fewer */
function numberedTrack(
  number: number,
  tracks: readonly MediumTrack[] | undefined,
  filename: string,
): { stream: string; codecName: string | null } {
  const sounds = tracks?.filter(({ kind }) => kind === 'audio');
  if (sounds && sounds.length > 0 && number > sounds.length) {
    throw invalid(
      sounds.length === 1
        ? `${filename} has one track of sound. Use 0 or 1 as its number.`
        : `${filename} has ${sounds.length} tracks of sound; there is no track ${number}. Use a smaller number.`,
    );
  }
  return { stream: `a:${number - 1}`, codecName: sounds?.[number - 1]?.codec ?? null };
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
