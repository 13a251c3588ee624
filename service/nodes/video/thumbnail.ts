import { join } from 'node:path';
import { inputArguments } from '#native/media/ffmpeg.ts';
import { defineNode } from '../define-node.ts';
import { withExtension } from '../image/pixels.ts';
import { IMAGE_OUTPUT } from '../image/image-filter.ts';
import { requireFfmpeg, runFfmpeg, takeIn } from '../media/ffmpeg.ts';
import { invalid, number, video } from '../pins.ts';

export const videoThumbnail = defineNode({
  type: 'video/thumbnail',
  title: 'Frame of video',
  description: 'Takes one picture out of a video, at the time you set. Needs ffmpeg.',
  icon: 'image-play',
  runsPrograms: true,
  tags: ['still', 'picture', 'poster', 'screenshot', 'thumbnail'],
  inputs: {
    video: video('Video'),
    seconds: number('At second', { min: 0, max: 86_400, default: 0 }),
  },
  outputs: IMAGE_OUTPUT,
  async run({ video, seconds }, execution) {
    const program = await requireFfmpeg();
    const path = join(await execution.scratch(), 'frame.png');
    await runFfmpeg(execution, {
      program,
      arguments: [
        ...inputArguments(execution.pathOf(video), ['-ss', String(seconds)]),
        '-map',
        '0:v:0',
        '-frames:v',
        '1',
        '-c:v',
        'png',
        '-f',
        'image2',
        '-update',
        '1',
        `file:${path}`,
      ],
      source: video.filename,
    });
    const image = await takeIn(execution, path, withExtension(video.filename, 'png'), 'image/png');
    if (image === null)
      throw invalid(`${video.filename} has no picture at ${seconds} seconds. Use an earlier time.`);
    return { image };
  },
});
