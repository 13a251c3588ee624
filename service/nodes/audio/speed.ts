import { join } from 'node:path';
import { inputArguments } from '#native/media/ffmpeg.ts';
import type { NodeExecution, FileValue } from '../definition.ts';
import { defineNode } from '../define-node.ts';
import { withExtension } from '../image/pixels.ts';
import { importOutput, requireFfmpeg, runFfmpeg } from '../media/ffmpeg.ts';
import { audio, boolean, invalid, number } from '../pins.ts';
import { AUDIO_OUTPUT, durationOf, readSound, resample, saveSound, writeScratch } from './sounds.ts';

export const audioSpeed = defineNode({
  type: 'audio/speed',
  title: 'Speed of sound',
  description:
    'Plays a sound faster or slower: 2 is twice as fast, 0.5 half as fast. The pitch stays as it is, for which ffmpeg is needed, or changes with the speed as on a tape.',
  icon: 'timer',
  runsPrograms: true,
  tags: ['tempo', 'time stretch', 'slow', 'fast', 'pitch', 'rate'],
  inputs: {
    audio: audio('Audio'),
    speed: number('Speed', { min: 0.1, max: 10, default: 1 }),
    keepPitch: boolean('Keep the pitch', { default: true }),
  },
  outputs: AUDIO_OUTPUT,
  async run({ audio, speed, keepPitch }, execution) {
    if (speed === 1) {
      return { audio: await saveSound(execution, await readSound(execution, audio), audio.filename) };
    }
    if (keepPitch) return { audio: await stretch(execution, audio, speed) };
    const sound = await readSound(execution, audio);
    // The same samples at another rate, brought back to their own.
    const sampleRate = Math.round(sound.sampleRate * speed);
    const faster = resample({ ...sound, sampleRate }, sound.sampleRate);
    return { audio: await saveSound(execution, faster, audio.filename) };
  },
});

/** ffmpeg changes the tempo by a half to a hundred at a time. */
function tempoFilters(speed: number): string {
  const filters: string[] = [];
  let left = speed;
  for (; left < 0.5; left /= 0.5) filters.push('atempo=0.5');
  return [...filters, `atempo=${left.toFixed(6)}`].join(',');
}

async function stretch(execution: NodeExecution, file: FileValue, speed: number): Promise<FileValue> {
  const program = await requireFfmpeg();
  const sound = await readSound(execution, file);
  const path = join(await execution.scratch(), 'speed.wav');
  const encoder = { int16: 'pcm_s16le', int24: 'pcm_s24le', float32: 'pcm_f32le' }[
    sound.sampleFormat ?? 'int16'
  ];
  await runFfmpeg(execution, {
    program,
    arguments: [
      ...(await inputArguments(await writeScratch(execution, sound))),
      '-af',
      tempoFilters(speed),
      '-c:a',
      encoder,
      `file:${path}`,
    ],
    seconds: durationOf(sound) / speed,
    source: file.filename,
  });
  const result = await importOutput(execution, path, withExtension(file.filename, 'wav'), 'audio/wav');
  if (result === null) throw invalid(`${file.filename} has no sound. Choose another file.`);
  return result;
}
