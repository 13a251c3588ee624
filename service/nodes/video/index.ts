import type { NodeDefinition } from '../definition.ts';
import { videoConcatenate } from './concatenate.ts';
import { videoExtractAudio } from './extract-audio.ts';
import { videoFilm } from './film.ts';
import { videoFramesToVideo } from './frames-to-video.ts';
import { videoThumbnail } from './thumbnail.ts';
import { videoTrim } from './trim.ts';

/** The node types on video, as they are listed. */
export const nodeDefinitions: readonly NodeDefinition[] = [
  videoFramesToVideo,
  videoTrim,
  videoConcatenate,
  videoThumbnail,
  videoExtractAudio,
  videoFilm,
];
