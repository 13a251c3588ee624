import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { inputAudio } from './audio.ts';
import { inputBoolean } from './boolean.ts';
import { inputColor } from './color.ts';
import { inputFile } from './file.ts';
import { inputImage } from './image.ts';
import { inputJson } from './json.ts';
import { inputNumber } from './number.ts';
import { inputText } from './text.ts';
import { inputVideo } from './video.ts';

const bench = useNodeBench();

describe('values', () => {
  test.each([
    [inputText, 'two\nlines', { text: 'two\nlines' }],
    [inputText, 5, { text: '5' }],
    [inputText, undefined, { text: '' }],
    [inputNumber, -1.5, { number: -1.5 }],
    [inputNumber, undefined, { number: 0 }],
    [inputBoolean, true, { boolean: true }],
    [inputJson, { a: [1] }, { json: { a: [1] } }],
    [inputJson, null, { json: null }],
    [inputColor, '#F80', { color: '#ff8800' }],
    [inputColor, 'navy', { color: '#000080' }],
    [inputColor, '#ff000080', { color: '#ff000080' }],
  ])('$type passes on %j', async (node, value, expected) => {
    expect(await bench.run(node, { value })).toEqual(expected);
  });

  test('of the wrong kind are refused with a sentence', async () => {
    await expect(bench.run(inputNumber, { value: 'ten' })).rejects.toThrow(
      'Value must be a number, but is “ten”.',
    );
    await expect(bench.run(inputBoolean, { value: [] })).rejects.toThrow(
      'Value must be true or false, but is a list.',
    );
    await expect(bench.run(inputColor, { value: '#12' })).rejects.toThrow(
      'Value must be a color such as #ff8800',
    );
    const hostile = JSON.parse('{"a":{"__proto__":1}}') as Record<string, never>;
    await expect(bench.run(inputJson, { value: hostile })).rejects.toThrow('Value has a key named __proto__');
    await expect(bench.run(inputText, { value: 'x'.repeat(5_000_001) })).rejects.toThrow(
      'Value is 5,000,001 characters long; at most 5,000,000 fit.',
    );
  });
});

describe('files', () => {
  test('pass through when they are of their kind', async () => {
    const sound = await bench.store(Buffer.from('RIFF'), 'song.wav', 'audio/wav');
    const film = await bench.store(Buffer.from('ftyp'), 'film.mp4', 'video/mp4');
    expect(await bench.run(inputAudio, { file: sound })).toEqual({ audio: sound });
    expect(await bench.run(inputVideo, { file: film })).toEqual({ video: film });
    expect(await bench.run(inputFile, { file: sound })).toEqual({ file: sound });
  });

  test.each(['application/mxf', 'application/mp4', 'application/ogg'])(
    'in a container that says %s are videos or sounds, and no pictures',
    async (contentType) => {
      const film = await bench.store(Buffer.from(contentType), 'film', contentType);
      expect(await bench.run(inputVideo, { file: film })).toEqual({ video: film });
      expect(await bench.run(inputAudio, { file: film })).toEqual({ audio: film });
      await expect(bench.run(inputImage, { file: film })).rejects.toThrow('File must be an image');
    },
  );

  test('of another kind, and no file at all, are refused with a sentence', async () => {
    const sound = await bench.store(Buffer.from('RIFF'), 'song.wav', 'audio/wav');
    await expect(bench.run(inputVideo, { file: sound })).rejects.toThrow(
      'File must be a video, but song.wav is audio/wav.',
    );
    await expect(bench.run(inputFile, {})).rejects.toMatchObject({
      code: 'INPUT_MISSING',
      message: 'File is not set. Plug something in, or give it a value.',
    });
  });
});
