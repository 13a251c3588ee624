import { inputArguments } from '#native/media/ffmpeg.ts';
import { NodeFailure } from '../definition.ts';
import { defineNode } from '../define-node.ts';
import { requireFfmpeg } from '../media/ffmpeg.ts';
import { describeFile } from '../media/media-info.ts';
import { invalid, number, video } from '../pins.ts';
import { makeClip, VIDEO_OUTPUT } from './clips.ts';

export const videoTrim = defineNode({
  type: 'video/trim',
  title: 'Trim video',
  description:
    'Cuts a part out of a video, exact to the frame. A length of 0 goes on to the end. Needs ffmpeg.',
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
    const { seconds } = await describeFile(execution, video, await requireFfmpeg());
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
    const window = ['-ss', String(start), '-t', String(kept)];
    return {
      video: await makeClip(execution, {
        arguments: [...inputArguments(execution.pathOf(video), window), '-map', '0:v:0', '-map', '0:a:0?'],
        seconds: kept,
        source: video.filename,
      }),
    };
  },
});
