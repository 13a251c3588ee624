import { runUpTo, visibleSince } from '#native/film/frame-at.ts';
import { seekTo } from '#native/film/read-frames.ts';
import { runUpOf } from '#native/film/timed-frames.ts';
import { pictureDecoder } from '#native/media/describe/picture-decoder.ts';
import type { MediumDescription } from '#native/media/describe/medium-description.ts';
import { flags } from '#native/media/ffmpeg-process.ts';
import { NodeFailure } from '../definition.ts';
import { defineNode } from '../define-node.ts';
import { requireFfmpeg } from '../media/ffmpeg.ts';
import { describeFile, mediaInput } from '../media/media-info.ts';
import { reportSoundChange, reportSoundTracks } from '../media/sound-notes.ts';
import { invalid, number, video } from '../pins.ts';
import { preservedPicture } from './clip-filters.ts';
import { makeClip, VIDEO_OUTPUT } from './clips.ts';

/** Samples a second; AAC has no more. */
const MAX_AAC_RATE = 96_000;
/** Seconds, longer than any recorder goes without a key frame. */
const STREAM_RUN_UP = 12;
/** Seconds that decoders of sound need before it is as it was recorded. */
const WARM_UP = 0.1;
/** Seconds: times that were rounded leave no frame out and take none too many. */
const ROUNDING = 0.0005;
/** Seconds before the end at which its last frame is looked for: films show one that begins a little later, too. */
const JUST_BEFORE = 0.002;
/** Ticks a second in which times of frames are written where frames are of several lengths. */
const CLOCK = 90_000;

export const videoTrim = defineNode({
  type: 'video/trim',
  version: 4,
  title: 'Trim video',
  description:
    'Cuts a part out of a video, exact to the frame. A length of 0 goes on to the end. HDR becomes usual colors, see-through becomes black. Needs ffmpeg.',
  icon: 'scissors',
  runsPrograms: true,
  tags: ['cut', 'clip', 'start', 'end', 'length', 'shorten'],
  inputs: {
    video: video('Video'),
    start: number('Start in seconds', { min: 0, max: 86_400, default: 0 }),
    length: number('Length in seconds', { min: 0, max: 86_400, default: 0 }),
  },
  outputs: VIDEO_OUTPUT,
  async run({ video, start, length }, execution) {
    const program = await requireFfmpeg();
    const path = execution.pathOf(video);
    const medium = await describeFile(execution, video, program);
    const { seconds } = medium;
    if (!(seconds > 0)) {
      throw new NodeFailure(
        'MEDIA_UNREADABLE',
        `${video.filename} is damaged: no picture of it can be read. Export it again, or choose another file.`,
      );
    }
    if (start >= seconds) {
      throw invalid(
        `${video.filename} is ${seconds.toFixed(2)} seconds long; there is nothing at ${start}. Use an earlier start.`,
      );
    }
    const { sound } = medium;
    reportSoundTracks(execution, video.filename, medium);
    if (sound && sound.sampleRate > MAX_AAC_RATE)
      reportSoundChange(execution, video.filename, sound, { sampleRate: MAX_AAC_RATE });
    const trimmedLength = length === 0 ? seconds - start : Math.min(length, seconds - start);
    const folder = await execution.scratch();
    const generating = { program, folder, signal: execution.signal };
    const displayed = medium.video && { video: medium.video, medium, time: start };
    const first = displayed && start > 0 ? await visibleSince(path, displayed, generating) : null;
    const last =
      displayed &&
      (await visibleSince(path, { ...displayed, time: start + trimmedLength - JUST_BEFORE }, generating));
    const isUneven = isUnevenUntil(medium, start + trimmedLength, last);
    const runUp = displayed && start > 0 ? await runUpTo(path, displayed) : 0;
    const part = { start, trimmedLength, first: first ?? 0, runUp, isUneven };
    const decoder = medium.video ? await pictureDecoder(program, medium.video, execution.signal) : [];
    const { filters, maps, output } = await filtersOf(medium, part, folder);
    return {
      video: await makeClip(execution, {
        arguments: [
          '-copyts',
          ...(await mediaInput(execution, video, [...decoder, ...seekTo(positionOf(medium, part))])),
          // Each in a graph of its own: that of pictures is built anew where their size changes.
          ...filters.flatMap((filter) => ['-filter_complex', filter]),
          ...maps.flatMap((name) => ['-map', name]),
          ...output,
        ],
        seconds: trimmedLength,
        source: video.filename,
      }),
    };
  },
});

/** Seconds from the beginning of a medium. */
interface Part {
  start: number;
  trimmedLength: number;
  /** When the frame that is shown at the start begins. */
  first: number;
  /** How long before that ffmpeg has to begin to decode; 0 where it seeks to the right key frame by itself. */
  runUp: number;
  /** Frames are of several lengths, or the last one stands for longer than the others. */
  isUneven: boolean;
}

/** @param last when the frame that is shown at the end begins, in seconds; null where there is none */
function isUnevenUntil({ video, readBy }: MediumDescription, end: number, last: number | null): boolean {
  const { isVariable = false, framesPerSecond = 0 } = video ?? {};
  if (isVariable || readBy !== 'container' || last === null || framesPerSecond === 0) return isVariable;
  return end - last > 1.5 / framesPerSecond;
}

/**
 * Where ffmpeg seeks to, in seconds from where it counts from: before whichever of picture and sound begins earlier, and so far
 * before it that a key frame lies between. A container says where that is; in a stream without an index it is a fixed length.
 */
function positionOf(medium: MediumDescription, { start, first, runUp }: Part): number {
  const { clock, seekStart } = medium;
  const earliest = Math.min(first + clock.pictures, start + clock.sound);
  return earliest - seekStart - WARM_UP - (runUpOf(medium) > 0 ? STREAM_RUN_UP : runUp);
}

/** Filters that cut picture and sound to the part: from the frame that is shown at its start up to its very end. */
async function filtersOf(
  { video, sound, clock }: MediumDescription,
  { start, trimmedLength, first, isUneven }: Part,
  folder: string,
): Promise<{ filters: string[]; maps: string[]; output: readonly string[] }> {
  const length = trimmedLength.toFixed(6);
  const filters: string[] = [];
  const maps: string[] = [];
  let output: readonly string[] = [];
  if (video) {
    const kind = await preservedPicture(video, folder);
    const begin = (start + clock.pictures).toFixed(6);
    const [from, until] = [
      first + clock.pictures - ROUNDING,
      start + clock.pictures + trimmedLength - ROUNDING,
    ];
    const frames = `[0:${video.stream}]trim=start=${from.toFixed(6)}:end=${until.toFixed(6)}`;
    const toZero = `setpts=max(0\\,PTS-${begin}/TB),${kind.filter}null[v]`;
    filters.push(`${frames},${isUneven ? `settb=1/${CLOCK},` : ''}${toZero}`);
    maps.push('[v]');
    output = [...kind.tags, ...(isUneven ? variableUntil(length) : [])];
  }
  if (sound) {
    const begin = (start + clock.sound).toFixed(6);
    filters.push(
      `[0:${sound.stream}]asetpts=PTS-${begin}/TB,aresample=async=1:first_pts=0,apad,atrim=duration=${length}[a]`,
    );
    maps.push('[a]');
  }
  return { filters, maps, output };
}

/**
 * Options that leave each frame at its own time, the last one shown until the end. In the sequence of decoding the frame that
 * is shown last is the last one too, as its length is that of the film.
 */
const variableUntil = (length: string): string[] => [
  ...flags(`-fps_mode vfr -enc_time_base 1/${CLOCK} -bf 0 -bsf:v`),
  `setts=duration=max(1\\,${length}/TB-PTS)`,
];
