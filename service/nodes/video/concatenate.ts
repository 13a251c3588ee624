import { rateOf } from '#native/film/write-film.ts';
import { BT709_TAGS, padTo, sameFilters, TO_BT709 } from '#native/media/color/picture-filter.ts';
import { pictureDecoder } from '#native/media/describe/picture-decoder.ts';
import type { MediumDescription, VideoDescription } from '#native/media/describe/medium-description.ts';
import { fittedSize } from '#shared/film/fit.ts';
import { isFileValue } from '../definition.ts';
import { defineNode } from '../define-node.ts';
import { requireFfmpeg } from '../media/ffmpeg.ts';
import { describeFile, mediaInput } from '../media/media-info.ts';
import { reportSoundChange, reportSoundTracks } from '../media/sound-notes.ts';
import { presentValues } from '../list/list-values.ts';
import { invalid, list, optional, video } from '../pins.ts';
import { even, filmPicture } from './clip-filters.ts';
import { makeClip, VIDEO_OUTPUT } from './clips.ts';

/** One form for all, as sounds of several channels or rates cannot follow each other in one stream. */
const JOINED_SOUND = { channels: 2, sampleRate: 48_000 };

/** Where the first does not say how many it has. */
const FRAMES_PER_SECOND = 30;

export const videoConcatenate = defineNode({
  type: 'video/concatenate',
  version: 3,
  title: 'Join videos',
  description:
    'Plays videos one after the other: up to four, and all of a list behind them. The first sets the picture size and the frames a second; others are fitted into it, and repeat or leave out frames to keep their speed. Videos without sound are silent, sound becomes stereo of 48 kHz, HDR becomes usual colors, see-through becomes black. Needs ffmpeg.',
  icon: 'between-vertical-end',
  runsPrograms: true,
  tags: ['append', 'sequence', 'merge', 'combine', 'concat'],
  inputs: {
    a: optional(video('First')),
    b: optional(video('Second')),
    c: optional(video('Third')),
    d: optional(video('Fourth')),
    videos: optional(list(video('Videos'))),
  },
  outputs: VIDEO_OUTPUT,
  async run({ a, b, c, d, videos }, execution) {
    const files = [
      ...[a, b, c, d].filter((file) => isFileValue(file)),
      ...(await presentValues(execution, videos)),
    ];
    const [first] = files;
    if (first === undefined) throw invalid('There is no video to join. Plug in at least one.');
    const program = await requireFfmpeg();
    const clips = await Promise.all(
      files.map(async (file) => {
        const medium = await describeFile(execution, file, program);
        if (medium.video) return { ...medium, video: medium.video, file };
        throw invalid(`${file.filename} has no picture. Choose a video.`);
      }),
    );
    for (const { file, sound, tracks } of clips) {
      reportSoundTracks(execution, file.filename, { tracks });
      if (sound) reportSoundChange(execution, file.filename, sound, JOINED_SOUND);
    }
    const size = { width: even(clips[0]?.video.width ?? 2), height: even(clips[0]?.video.height ?? 2) };
    const rate = rateOf(clips[0]?.video.framesPerSecond || FRAMES_PER_SECOND);
    const folder = await execution.scratch();
    const filters = await Promise.all(
      clips.map((clip, index) => clipFilters(clip, index, { size, rate, folder })),
    );
    const inputs = await Promise.all(
      clips.map(async ({ file, video }) =>
        mediaInput(execution, file, [
          ...(await pictureDecoder(program, video, execution.signal)),
          ...sameFilters(video),
        ]),
      ),
    );
    const order = clips.map((_, index) => `[v${index}][a${index}]`).join('');
    const graph = [...filters.flat(), `${order}concat=n=${clips.length}:v=1:a=1[v][a]`].join(';');
    return {
      video: await makeClip(execution, {
        arguments: [
          ...inputs.flat(),
          '-filter_complex',
          graph,
          '-map',
          '[v]',
          '-map',
          '[a]',
          '-r',
          rate,
          ...BT709_TAGS,
        ],
        seconds: clips.reduce((sum, { seconds }) => sum + seconds, 0),
        source: first.filename,
      }),
    };
  },
});

/** Fits a clip into the picture, at the rate of the whole, from its first picture to its end. */
async function clipFilters(
  { video, sound, clock, seekStart, seconds }: MediumDescription & { video: VideoDescription },
  index: number,
  { size, rate, folder }: { size: { width: number; height: number }; rate: string; folder: string },
): Promise<string[]> {
  // ffmpeg begins to count where the container does.
  const [pictures, sounds] = [clock.pictures - seekStart, clock.sound - seekStart];
  const fitted = fittedSize(size, video);
  const inside = { width: even(fitted.width), height: even(fitted.height) };
  const picture = await filmPicture(video, inside, folder);
  const length = seconds.toFixed(6);
  return [
    `[${index}:${video.stream}]setpts=PTS-${pictures.toFixed(6)}/TB,${picture},${padTo(size)},fps=${rate}:start_time=0,tpad=stop_mode=clone:stop_duration=${length},trim=duration=${length},${TO_BT709},setsar=1[v${index}]`,
    sound
      ? `[${index}:${sound.stream}]asetpts=PTS-${sounds.toFixed(6)}/TB,aresample=48000:async=1:first_pts=0,aformat=channel_layouts=stereo,apad,atrim=duration=${length}[a${index}]`
      : `anullsrc=channel_layout=stereo:sample_rate=48000,atrim=duration=${length}[a${index}]`,
  ];
}
