import * as fc from '#shared/testing/property.ts';
import { describe, expect, test } from 'vitest';
import { createKeyBlanker } from './blank-key.ts';

const KEY = 'sk-live_Ab/9.x"q\\z0123456789';
const { text, stream } = createKeyBlanker(KEY);

const hex = (character: string) => character.charCodeAt(0).toString(16).padStart(2, '0');
const SPELLED: [string, (character: string) => string][] = [
  ['as it is', (character) => character],
  ['as JSON escapes', (character) => `\\u00${hex(character)}`],
  ['as JSON escapes of capitals', (character) => `\\u00${hex(character).toUpperCase()}`],
  ['as a URL', (character) => `%${hex(character)}`],
  ['in capitals', (character) => character.toUpperCase()],
  ['as JSON has to', (character) => ('"\\/'.includes(character) ? `\\${character}` : character)],
];

/** The bytes behind a stream that comes in pieces. */
async function passed(pieces: readonly Uint8Array[]): Promise<string> {
  const source = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  return Buffer.from(await new Response(stream(source)).arrayBuffer()).toString();
}

const encoder = new TextEncoder();

describe.each(SPELLED)('a key spelled %s', (_name, spell) => {
  const spelled = Array.from(KEY, spell).join('');
  const whole = `{"message":"your key ${spelled} is bad – und schlecht"}`;

  test('is taken out of a text', () => {
    expect(text(whole)).toBe('{"message":"your key [key removed] is bad – und schlecht"}');
  });

  test('is taken out of bytes, wherever they are cut', async () => {
    const bytes = encoder.encode(whole);
    const want = '{"message":"your key [key removed] is bad – und schlecht"}';
    const wrong: number[] = [];
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      if ((await passed([bytes.subarray(0, cut), bytes.subarray(cut)])) !== want) wrong.push(cut);
    }
    expect(wrong).toEqual([]);
    expect(await passed(Array.from(bytes, (byte) => new Uint8Array([byte])))).toBe(want);
  });
});

test('all other bytes stay as they are', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 5 }), async (pieces) => {
      const source = new ReadableStream<Uint8Array>({
        start(controller) {
          for (const piece of pieces) controller.enqueue(piece);
          controller.close();
        },
      });
      const out = Buffer.from(await new Response(stream(source)).arrayBuffer());
      expect(out.equals(Buffer.concat(pieces))).toBe(true);
    }),
  );
});

test('an event passes as soon as it is whole', async () => {
  let push: (bytes: Uint8Array) => void = () => {};
  const source = new ReadableStream<Uint8Array>({
    start(controller) {
      push = (bytes) => controller.enqueue(bytes);
    },
  });
  const reader = stream(source).getReader();
  const event = 'id: 1\ndata: {"progress":0.5}\n\n';
  push(encoder.encode(event));
  expect(new TextDecoder().decode((await reader.read()).value)).toBe(event);
  await reader.cancel();
});

test('a key of a few characters is none: it would be found anywhere', () => {
  expect(createKeyBlanker('abc').text('abc')).toBe('abc');
});
