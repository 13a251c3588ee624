import { join } from 'node:path';
import { sharp } from '#native/decoders/sharp.ts';
import { frameAt } from '#native/film/frame-at.ts';
import { defineNode } from '../define-node.ts';
import { withExtension } from '../image/pixels.ts';
import { IMAGE_OUTPUT } from '../image/image-filter.ts';
import { requireFfmpeg, importOutput } from '../media/ffmpeg.ts';
import { describeFile } from '../media/media-info.ts';
import { invalid, number, video } from '../pins.ts';

export const videoThumbnail = defineNode({
  type: 'video/thumbnail',
  version: 2,
  title: 'Frame of video',
  description:
    'Takes one picture out of a video, at the time you set, as films show it: upright, in its shape, HDR as usual colors. Needs ffmpeg.',
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
    const medium = await describeFile(execution, video, program);
    const folder = await execution.scratch();
    const isInRange = seconds === 0 || seconds < medium.seconds;
    const frame =
      medium.video && isInRange
        ? await frameAt(
            execution.pathOf(video),
            { video: medium.video, medium, time: seconds },
            { program, folder, signal: execution.signal },
          )
        : null;
    if (frame === null || medium.video === null)
      throw invalid(`${video.filename} has no picture at ${seconds} seconds. Use an earlier time.`);
    const { width, height, hasAlpha } = medium.video;
    const picture = sharp(frame.pixels, { raw: { width, height, channels: 4 } });
    const path = join(folder, 'frame.png');
    await (hasAlpha ? picture : picture.removeAlpha()).png().toFile(path);
    const image = await importOutput(execution, path, withExtension(video.filename, 'png'), 'image/png');
    if (image === null) throw invalid(`${video.filename} has no picture. Choose another file.`);
    return { image };
  },
});
