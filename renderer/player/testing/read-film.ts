import { AudioSampleSink, BlobSource, Input, MP4, VideoSampleSink, WAVE, WEBM } from 'mediabunny';
import { beepsIn, readNumber } from '#shared/testing/burnt-in.ts';

/** What is found in a file of a film: read back, not believed. */
export interface ReadFilm {
  frames: { number: number; timestamp: number; pixels: ImageData }[];
  /** When beeps begin, in seconds. */
  beeps: number[];
  soundSeconds: number;
  codecs: (string | null)[];
  /** How many of its units of time the track of pictures counts in a second. */
  ticks: number | undefined;
}

export async function readFilm(file: Blob): Promise<ReadFilm> {
  const input = new Input({ formats: [MP4, WEBM, WAVE], source: new BlobSource(file) });
  const video = await input.getPrimaryVideoTrack();
  const audio = await input.getPrimaryAudioTrack();
  const frames: ReadFilm['frames'] = [];
  if (video) {
    const size = { width: await video.getDisplayWidth(), height: await video.getDisplayHeight() };
    const context = new OffscreenCanvas(size.width, size.height).getContext('2d', {
      willReadFrequently: true,
    });
    if (!context) throw new Error('There is no canvas.');
    for await (const sample of new VideoSampleSink(video).samples()) {
      sample.draw(context, 0, 0);
      const pixels = context.getImageData(0, 0, size.width, size.height);
      frames.push({ number: readNumber(pixels), timestamp: sample.timestamp, pixels });
      sample.close();
    }
  }
  const sound: Float32Array[] = [];
  let sampleRate = 48_000;
  let first = 0;
  if (audio) {
    for await (const sample of new AudioSampleSink(audio).samples()) {
      if (sound.length === 0) first = sample.timestamp;
      sampleRate = sample.sampleRate;
      const plane = new Float32Array(sample.numberOfFrames);
      sample.copyTo(plane, { planeIndex: 0, format: 'f32-planar' });
      sound.push(plane);
      sample.close();
    }
  }
  const length = sound.reduce((sum, { length: one }) => sum + one, 0);
  const samples = new Float32Array(length);
  let place = 0;
  for (const part of sound) {
    samples.set(part, place);
    place += part.length;
  }
  const codecs = [await video?.getCodec(), await audio?.getCodec()].map((codec) => codec ?? null);
  const ticks = await video?.getTimeResolution();
  input.dispose();
  return {
    frames,
    beeps: beepsIn(samples, sampleRate).map((at) => at + first),
    soundSeconds: first + length / sampleRate,
    codecs,
    ticks,
  };
}
