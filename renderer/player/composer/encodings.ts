import { canEncodeAudio, canEncodeVideo } from 'mediabunny';
import type { Encodings, VideoEncoding } from './messages.ts';

/** In the order they are wanted. */
const VIDEO: readonly VideoEncoding[] = ['avc', 'vp9', 'vp8', 'av1'];

let browserAac: Promise<boolean> | undefined;

/** Whether the browser itself encodes AAC. Asked once: later the encoder of the app, registered, would answer for it. */
export const browserEncodesAac = (): Promise<boolean> => (browserAac ??= canEncodeAudio('aac'));

/**
 * What can be encoded here. AAC always can: where the browser has no encoder for it, the one that comes with the app is used.
 * @param size pixels of the film, and frames a second
 */
export async function supportedEncodings(size: {
  width: number;
  height: number;
  frameRate: number;
}): Promise<Encodings> {
  const possible = await Promise.all(VIDEO.map((encoding) => canEncodeVideo(encoding, size)));
  const [aac, opus] = await Promise.all([browserEncodesAac(), canEncodeAudio('opus')]);
  return { video: VIDEO.filter((_, index) => possible[index]), opus, aac: aac ? 'browser' : 'app' };
}
