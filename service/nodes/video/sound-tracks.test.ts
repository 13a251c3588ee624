// @module-tag rig
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { findFfmpeg } from '#native/media/ffmpeg.ts';
import { readSound } from '../audio/sounds.ts';
import { isFileValue, type FileValue, type NodeDefinition, type NodeValue } from '../definition.ts';
import { useNodeBench } from '../testing/node-bench.ts';
import { videoConcatenate } from './concatenate.ts';
import { videoExtractAudio } from './extract-audio.ts';
import { videoTrim } from './trim.ts';

const bench = useNodeBench();
const ffmpeg = await findFfmpeg();

/** Hertz of the sounds of a recording, in the order of its tracks: of the game, and of the microphone. */
const TONES = [400, 1000];

/** A recording as programs write it that put a microphone on a track of its own. */
async function recording(extension: string, contentType: string): Promise<FileValue> {
  const path = join(await bench.execution({}).scratch(), `recording.${extension}`);
  const codecs = extension === 'avi' ? '-c:v mpeg4 -c:a pcm_s16le' : '-c:v libx264 -c:a aac';
  const tones = TONES.flatMap((hertz) => ['-f', 'lavfi', '-t', '1', '-i', `sine=${hertz}:r=48000`]);
  const line = `-map 0 -map 1 -map 2 ${codecs}`.split(' ');
  const picture = '-v error -f lavfi -t 1 -i color=red:s=64x64:r=25'.split(' ');
  await promisify(execFile)(ffmpeg ?? 'ffmpeg', [...picture, ...tones, ...line, '-y', path]);
  return bench.store(await readFile(path), `recording.${extension}`, contentType);
}

/** Hertz of a tone, by how often it rises. */
async function hertzOf(file: unknown): Promise<number> {
  if (!isFileValue(file)) throw new Error('This output is no file.');
  const { channels, sampleRate } = await readSound(bench.execution({}), file);
  const samples = (channels[0] ?? new Float32Array()).subarray(sampleRate / 4, (sampleRate * 3) / 4);
  return (
    2 * samples.reduce((rises, value, at) => rises + Number(value >= 0 && (samples[at - 1] ?? 0) < 0), 0)
  );
}

const FORMATS = [
  ['mkv', 'video/x-matroska'],
  ['mp4', 'video/mp4'],
  ['ts', 'video/mp2t'],
  ['avi', 'video/x-msvideo'],
] as const;

describe.skipIf(ffmpeg === null)('a recording with a track for the microphone', () => {
  test.each(FORMATS)('as %s: Extract sound takes out the track that is numbered', async (extension, type) => {
    const file = await recording(extension, type);
    for (const [track, hertz] of [
      [0, TONES[0]],
      [1, TONES[0]],
      [2, TONES[1]],
    ] as const) {
      const { audio } = await bench.run(videoExtractAudio, { file, track });
      expect(Math.abs((await hertzOf(audio)) - (hertz ?? 0))).toBeLessThan(8);
    }
    await expect(bench.run(videoExtractAudio, { file, track: 3 })).rejects.toMatchObject({
      message: `recording.${extension} has 2 tracks of sound; there is no track 3. Use a smaller number.`,
    });
  });

  test.each(FORMATS)('as %s: nodes that use one of them say so', async (extension, type) => {
    const file = await recording(extension, type);
    const log: string[] = [];
    const run = (definition: NodeDefinition, inputs: Record<string, NodeValue>) =>
      definition.execute(bench.execution(inputs, { onLog: (line) => log.push(line) }));
    const sentence = `recording.${extension} has 2 tracks of sound; the first that it marks to be played is used. Extract sound takes out another.`;
    await run(videoExtractAudio, { file });
    await run(videoTrim, { video: file, length: 0.5 });
    await run(videoConcatenate, { a: file });
    expect(log.filter((line) => line === sentence)).toHaveLength(3);
    log.length = 0;
    await run(videoExtractAudio, { file, track: 2 });
    expect(log).toEqual([]);
  });
});
