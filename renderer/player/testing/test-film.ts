import {
  AudioSample,
  AudioSampleSource,
  BufferTarget,
  Mp4OutputFormat,
  Output,
  Quality,
  VideoSample,
  VideoSampleSource,
  WebMOutputFormat,
} from 'mediabunny';
import { isBeep, paintNumber } from './burnt-in.ts';

export interface TestFilm {
  seconds: number;
  frameRate: number;
  width?: number;
  height?: number;
  container?: 'mp4' | 'webm';
  /** Added to every number, so that several films can be told apart. */
  firstNumber?: number;
  sound?: boolean;
  /** The file says that it is to be turned clockwise by so many degrees to be upright. */
  rotation?: 0 | 90 | 180 | 270;
  /** When each frame begins, in seconds; by the rate when left out. */
  timestamps?: readonly number[];
}

const RATE = 48_000;

/** Makes a film in the browser: every frame has its number burnt in, and a beep begins with every second. */
export async function makeTestFilm(film: TestFilm): Promise<Blob> {
  const {
    seconds,
    frameRate,
    width = 320,
    height = 180,
    container = 'webm',
    sound = true,
    rotation = 0,
  } = film;
  const frames = Math.round(seconds * frameRate);
  const times = film.timestamps ?? Array.from({ length: frames }, (_, frame) => frame / frameRate);
  const target = new BufferTarget();
  const format = container === 'mp4' ? new Mp4OutputFormat() : new WebMOutputFormat();
  const output = new Output({ format, target });
  const video = new VideoSampleSource({
    codec: container === 'mp4' ? 'avc' : 'vp8',
    quality: new Quality({ bitrate: 1_500_000 }),
    keyFrameInterval: 1,
  });
  const audio = sound
    ? new AudioSampleSource({ codec: 'opus', quality: new Quality({ bitrate: 128_000 }) })
    : null;
  output.addVideoTrack(video, { rotation });
  if (audio) output.addAudioTrack(audio);
  await output.start();
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('There is no canvas.');
  const turned = turnedBack(canvas, rotation);
  for (const [frame, timestamp] of times.entries()) {
    paintNumber(context, { width, height }, (film.firstNumber ?? 0) + frame);
    const sample = new VideoSample(turned(), { timestamp, duration: 1 / frameRate });
    await video.add(sample);
    sample.close();
  }
  for (let second = 0; second < (audio ? seconds : 0); second += 1) {
    const data = Float32Array.from({ length: RATE }, (_, at) =>
      isBeep(at / RATE) ? 0.5 * Math.sin((2 * Math.PI * 1000 * at) / RATE) : 0,
    );
    const sample = new AudioSample({
      data,
      format: 'f32-planar',
      numberOfChannels: 1,
      sampleRate: RATE,
      timestamp: second,
    });
    await audio?.add(sample);
    sample.close();
  }
  await output.finalize();
  if (!target.buffer) throw new Error('No film was written.');
  return new Blob([target.buffer], { type: `video/${container}` });
}

/** The picture as a camera that was held otherwise would write it. */
function turnedBack(canvas: OffscreenCanvas, rotation: number): () => OffscreenCanvas {
  if (rotation === 0) return () => canvas;
  const { width, height } = canvas;
  const lies = rotation % 180 !== 0;
  const turned = new OffscreenCanvas(lies ? height : width, lies ? width : height);
  const context = turned.getContext('2d');
  return () => {
    context?.setTransform(1, 0, 0, 1, turned.width / 2, turned.height / 2);
    context?.rotate((-rotation * Math.PI) / 180);
    context?.drawImage(canvas, -width / 2, -height / 2);
    return turned;
  };
}
