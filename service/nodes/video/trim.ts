import { BT709_TAGS, pictureFilter, TO_BT709 } from '#native/media/color/picture-filter.ts';
import { sdrSource } from '#shared/film/sdr-color.ts';
import type { MediumDescription } from '#native/media/describe/medium-description.ts';
import { inputArguments } from '#native/media/ffmpeg.ts';
import { NodeFailure } from '../definition.ts';
import { runUpOf } from '#native/film/timed-frames.ts';
import { defineNode } from '../define-node.ts';
import { requireFfmpeg } from '../media/ffmpeg.ts';
import { describeFile } from '../media/media-info.ts';
import { invalid, number, video } from '../pins.ts';
import { makeClip, VIDEO_OUTPUT } from './clips.ts';

/** Seconds, longer than any recorder goes without a key frame. */
const STREAM_RUN_UP = 12;

export const videoTrim = defineNode({
  type: 'video/trim',
  version: 2,
  title: 'Trim video',
  description:
    'Cuts a part out of a video, exact to the frame. A length of 0 goes on to the end. HDR becomes usual colors. Needs ffmpeg.',
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
    const medium = await describeFile(execution, video, await requireFfmpeg());
    const { seconds, clock, seekStart } = medium;
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
    const kept = length === 0 ? seconds - start : Math.min(length, seconds - start);
    // ffmpeg begins to count where the container does.
    const from = start + clock.pictures - seekStart;
    // A stream has no index: ffmpeg is to come by a key frame on its way.
    const runUp = runUpOf(medium) > 0 ? Math.min(from, STREAM_RUN_UP) : 0;
    const seek = from > runUp ? ['-ss', (from - runUp).toFixed(6)] : [];
    const window = [...(runUp > 0 ? ['-ss', runUp.toFixed(6)] : []), '-t', String(kept)];
    return {
      video: await makeClip(execution, {
        arguments: [
          ...inputArguments(execution.pathOf(video), seek),
          ...window,
          ...streamsOf(medium).flatMap((stream) => ['-map', `0:${stream}`]),
          ...(await toSdr(medium, await execution.scratch())),
        ],
        seconds: kept,
        source: video.filename,
      }),
    };
  },
});

/** The tracks that are shown and heard, as ffmpeg picks them. */
const streamsOf = ({ video, sound }: MediumDescription): string[] =>
  [video, sound].flatMap((track) => (track ? [track.stream] : []));

/** What is written has eight bits, which HDR does not fit into; usual colors stay as they are. */
async function toSdr({ video }: MediumDescription, folder: string): Promise<string[]> {
  if (video === null || sdrSource(video.color) === null) return [];
  const picture = await pictureFilter(video, { width: 'iw', height: 'ih', keepsShape: true }, folder);
  return ['-vf', `${picture},${TO_BT709}`, ...BT709_TAGS];
}
