import { runNativeChild } from '../child/program.ts';
import { preloadSharp } from '../decoders/sharp.ts';
import { describeMedia, describeMediaByProgram } from '../media/describe-media.ts';
import { mediaProxy } from '../media/media-proxy.ts';
import {
  DESCRIBE_MEDIA,
  DESCRIBE_MEDIA_BY_PROGRAM,
  MEDIA_PROXY,
  VIDEO_FRAMES,
  WAVEFORM,
} from '../media/media-task.ts';
import { videoFrames } from '../media/video-frames.ts';
import { waveform } from '../media/waveform.ts';
import { derivePicture } from './derive-picture.ts';
import { drawGraph } from './draw-graph.ts';
import { DRAW_GRAPH } from './graph-task.ts';
import { pictureRegion } from './picture-region.ts';
import { DERIVE_PICTURE } from './picture-task.ts';
import { PICTURE_REGION } from './region-task.ts';
import { srgbPicture } from './srgb-picture.ts';
import { SRGB_PICTURE } from './srgb-task.ts';

/** The native child of a process that looks at media: small pictures, facts, frames of videos, waveforms. */
await runNativeChild({
  handlers: {
    [DERIVE_PICTURE]: derivePicture,
    [PICTURE_REGION]: pictureRegion,
    [SRGB_PICTURE]: srgbPicture,
    [DRAW_GRAPH]: drawGraph,
    [DESCRIBE_MEDIA]: describeMedia,
    [DESCRIBE_MEDIA_BY_PROGRAM]: describeMediaByProgram,
    [VIDEO_FRAMES]: videoFrames,
    [WAVEFORM]: waveform,
    [MEDIA_PROXY]: mediaProxy,
  },
  preload: async () => preloadSharp(),
});
