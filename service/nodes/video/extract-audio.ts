import type { MediumTrack } from '#native/media/describe/medium-description.ts';
import { defineNode } from '../define-node.ts';
import { withExtension } from '../image/pixels.ts';
import { importOutput } from '../media/ffmpeg.ts';
import { file, invalid, number } from '../pins.ts';
import { decodeSound } from '../audio/decode-sound.ts';
import { AUDIO_OUTPUT } from '../audio/sounds.ts';

/** More tracks than any recorder writes. */
const MAX_TRACKS = 64;

export const videoExtractAudio = defineNode({
  type: 'video/extract-audio',
  version: 4,
  title: 'Extract sound',
  description:
    'Takes the sound out of a video, or turns any sound file into WAV, with its channels, rate and bits. Of several tracks it takes the one that players begin with, or the one you number. Needs ffmpeg.',
  icon: 'music',
  runsPrograms: true,
  tags: ['audio', 'soundtrack', 'wav', 'convert', 'mp3', 'microphone'],
  inputs: {
    file: file('Media'),
    track: number('Track, 0 for the usual one', { min: 0, max: MAX_TRACKS, default: 0, step: 1 }),
  },
  outputs: AUDIO_OUTPUT,
  async run({ file, track }, execution) {
    const path = await (track === 0
      ? decodeSound(execution, file)
      : decodeSound(execution, file, (medium) => numberedTrack(track, medium?.tracks, file.filename)));
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
