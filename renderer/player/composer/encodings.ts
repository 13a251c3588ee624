import { canEncodeAudio, canEncodeVideo } from 'mediabunny';
import type { Encodings, VideoEncoding } from './messages.ts';

/** In the order they are wanted. */
const VIDEO: readonly VideoEncoding[] = ['avc', 'vp9', 'vp8', 'av1'];

/**
 * What can be encoded here. AAC always can, by the encoder that comes with the app.
 * @param size pixels of the film, and frames a second
 */
export async function supportedEncodings(size: {
  width: number;
  height: number;
  frameRate: number;
}): Promise<Encodings> {
  const possible = await Promise.all(VIDEO.map((encoding) => canEncodeVideo(encoding, size)));
  return { video: VIDEO.filter((_, index) => possible[index]), opus: await canEncodeAudio('opus') };
}
