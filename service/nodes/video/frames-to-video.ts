import { join } from 'node:path';
import { numberedPictures } from '#native/media/ffmpeg.ts';
import { mediaInput } from '../media/media-info.ts';
import { isFileValue } from '../definition.ts';
import { defineNode } from '../define-node.ts';
import { IMAGE_SLOTS, imageSlotPins } from '../image/image-slots.ts';
import { reportNarrowing } from '../image/picture-facts.ts';
import { openPicture, withReadablePictures } from '../image/pixels.ts';
import { requireFfmpeg } from '../media/ffmpeg.ts';
import { presentValues } from '../list/list-values.ts';
import { audio, choice, color, image, invalid, list, number, optional } from '../pins.ts';
import { makeClip, VIDEO_OUTPUT } from './clips.ts';

const SIDE = { min: 16, max: 4096, step: 1 };

export const videoFramesToVideo = defineNode({
  type: 'video/frames-to-video',
  title: 'Images to video',
  description:
    'Shows images one after the other as a video, up to nine and all of a list behind them, with sound if you plug some in. Needs ffmpeg.',
  icon: 'film',
  runsPrograms: true,
  tags: ['slideshow', 'animation', 'frames', 'sequence', 'export'],
  inputs: {
    ...imageSlotPins(),
    images: optional(list(image('Images'))),
    audio: optional(audio('Sound')),
    seconds: number('Seconds each', { min: 0.04, max: 600, default: 2 }),
    width: number('Width', { ...SIDE, default: 1280 }),
    height: number('Height', { ...SIDE, default: 720 }),
    fit: choice('Fit', ['contain', 'cover'], { default: 'contain' }),
    background: color('Background', { default: '#000000' }),
    framesPerSecond: number('Frames a second', { min: 1, max: 60, step: 1, default: 30, exposed: false }),
  },
  outputs: VIDEO_OUTPUT,
  async run(
    { images, audio, seconds, width, height, fit, background, framesPerSecond, ...slots },
    execution,
  ) {
    await requireFfmpeg();
    const files = [
      ...IMAGE_SLOTS.map((name) => slots[name]).filter((file) => isFileValue(file)),
      ...(await presentValues(execution, images)),
    ];
    if (files.length === 0) throw invalid('There is no image to show. Plug in at least one.');
    const size = { width: width + (width % 2), height: height + (height % 2) };
    const folder = await execution.scratch();
    for (const [index, file] of files.entries()) {
      const picture = await openPicture(execution, file);
      const opaque = { ...background, alpha: 1 };
      reportNarrowing(execution, picture, ['animation', 'depth']);
      await withReadablePictures(execution, [picture], async () =>
        (await picture.openFor(size.width, size.height))
          .resize({ ...size, fit, background: opaque })
          .flatten({ background: opaque })
          .png({ compressionLevel: 1 })
          .toFile(join(folder, `frame-${index + 1}.png`)),
      );
    }
    const pictures = numberedPictures(join(folder, 'frame-%d.png'), 1 / seconds);
    const total = files.length * seconds;
    const sound =
      audio === undefined
        ? []
        : [...(await mediaInput(execution, audio)), '-map', '0:v', '-map', '1:a:0', '-af', 'apad'];
    return {
      video: await makeClip(execution, {
        arguments: [...pictures, ...sound, '-r', String(framesPerSecond), '-t', String(total)],
        seconds: total,
        source: files[0]?.filename ?? 'slideshow.mp4',
      }),
    };
  },
});
