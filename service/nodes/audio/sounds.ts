import { open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SoundInterpolator } from '#shared/film/sound-interpolator.ts';
import { NodeFailure, type FileValue, type NodeExecution } from '../definition.ts';
import { invalid } from '../pin-values.ts';
import { decodeSound } from './decode-sound.ts';
import { encodeWav, parseWav, SAMPLE_LIMIT, durationLimitExceeded, type Sound } from './wav.ts';

export const AUDIO_OUTPUT = { audio: { label: 'Audio', type: 'audio' } } as const;

/** Reads a sound file whole: WAV by itself, whatever else a medium with sound may be by ffmpeg. @throws NodeFailure */
export async function readSound(execution: NodeExecution, file: FileValue): Promise<Sound> {
  const bytes = (await isWav(execution.pathOf(file)))
    ? await execution.readFile(file)
    : await decodedBytes(execution, file);
  const sound = parseWav(bytes, file.filename);
  execution.signal.throwIfAborted();
  return sound;
}

/** Whether a file begins as WAV does. */
async function isWav(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(12), 0, 12, 0);
    return bytesRead === 12 && /^(?:RIFF|RF64|BW64)....WAVE$/s.test(buffer.toString('latin1'));
  } finally {
    await file.close();
  }
}

async function decodedBytes(execution: NodeExecution, file: FileValue): Promise<Uint8Array> {
  const path = await decodeSound(execution, file).catch((error: unknown) => {
    if (!(error instanceof NodeFailure) || error.code !== 'MEDIA_FAILED') throw error;
    throw new NodeFailure(
      'AUDIO_UNREADABLE',
      `${file.filename} cannot be read as a sound. Choose a WAV, MP3, M4A, Ogg or FLAC file.`,
    );
  });
  try {
    const { size } = await stat(path);
    // As floating point, the largest form.
    if (size > 4 * SAMPLE_LIMIT) throw durationLimitExceeded(file.filename);
    return await readFile(path);
  } catch (error) {
    if (error instanceof NodeFailure) throw error;
    throw invalid(`${file.filename} has no sound. Choose another file.`);
  } finally {
    await rm(path, { force: true });
  }
}

/** Stores a sound as WAV, named after where it came from. */
export async function saveSound(execution: NodeExecution, sound: Sound, name: string): Promise<FileValue> {
  execution.signal.throwIfAborted();
  if (sound.sampleFormat !== 'float32' && peakOf(sound) > 1) {
    execution.log('The sound is louder than its file can hold and is cut off at full scale. Turn it down.');
  }
  return execution.writeFile(
    encodeWav(sound),
    `${name.replace(/\.[^./\\]*$/, '') || 'sound'}.wav`,
    'audio/wav',
  );
}

/** Writes a sound where a program can read it. @returns its path in a scratch folder */
export async function writeScratch(execution: NodeExecution, sound: Sound): Promise<string> {
  execution.signal.throwIfAborted();
  const path = join(await execution.scratch(), 'source.wav');
  await writeFile(path, encodeWav(sound));
  return path;
}

/** Number of samples in a channel. */
export function frameCount(sound: Sound): number {
  return sound.channels[0]?.length ?? 0;
}

export function durationOf(sound: Sound): number {
  return frameCount(sound) / sound.sampleRate;
}

/** Loudest sample of all channels, 0 for silence. */
export function peakOf(sound: Sound): number {
  let peak = 0;
  for (const channel of sound.channels) for (const sample of channel) peak = Math.max(peak, Math.abs(sample));
  return peak;
}

/** The factor of a change in decibels: 6 is about double. */
export function gainOf(decibels: number): number {
  return 10 ** (decibels / 20);
}

/** The same sound at another sample rate, with what both rates can hold of it. */
export function resample(sound: Sound, sampleRate: number): Sound {
  if (sound.sampleRate === sampleRate) return sound;
  const step = sound.sampleRate / sampleRate;
  const frames = Math.max(1, Math.round(frameCount(sound) / step));
  if (frames * sound.channels.length > SAMPLE_LIMIT) throw durationLimitExceeded('The resampled sound');
  const interpolator = new SoundInterpolator(step);
  const channels = sound.channels.map(() => new Float32Array(frames));
  for (let frame = 0; frame < frames; frame += 1) {
    interpolator.moveTo(frame * step);
    for (const [index, channel] of channels.entries())
      channel[frame] = interpolator.read(sound.channels[index] ?? channel);
  }
  return { ...sound, sampleRate, channels };
}
