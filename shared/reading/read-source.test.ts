import { describe, expect, test } from 'vitest';
import { DEFAULT_LIMITS, readBytes, readJson, readText, type JsonSourceReading } from './index.ts';

const reading = (
  limits: Partial<JsonSourceReading['limits']> = {},
  signal?: AbortSignal,
): JsonSourceReading => ({
  limits: { ...DEFAULT_LIMITS, ...limits },
  label: 'The response',
  hint: 'Ask for less.',
  signal,
});

/** A source of pieces that says how far it was read and whether it was canceled. */
function source(pieces: Iterable<string | Uint8Array>) {
  const state = { given: 0, canceled: false };
  const iterator = pieces[Symbol.iterator]();
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const next = iterator.next();
        if (next.done) return controller.close();
        state.given += 1;
        controller.enqueue(
          typeof next.value === 'string' ? new TextEncoder().encode(next.value) : next.value,
        );
      },
      cancel() {
        state.canceled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { state, stream };
}

function* endless(piece: string): Generator<string> {
  for (;;) yield piece;
}

describe('reading a source within limits', () => {
  test('JSON that arrives in pieces, cut anywhere', async () => {
    const text = '{"name":"é \\"quoted\\" [","items":[1,2,{"a":[]}]}';
    const whole = new TextEncoder().encode(text);
    for (let step = 1; step <= whole.length; step += 1) {
      const pieces = Array.from({ length: Math.ceil(whole.length / step) }, (_, i) =>
        whole.subarray(i * step, (i + 1) * step),
      );
      expect(await readJson(source(pieces).stream, reading())).toEqual({ ok: true, value: JSON.parse(text) });
      expect(await readText(source(pieces).stream, reading())).toEqual({ ok: true, value: text });
    }
  });

  test('a generator is a source too, and nothing is an empty one', async () => {
    async function* generate() {
      yield new TextEncoder().encode('[1');
      yield new TextEncoder().encode(',2]');
    }
    expect(await readJson(generate(), reading())).toEqual({ ok: true, value: [1, 2] });
    expect(await readBytes(null, reading())).toEqual({ ok: true, value: new Uint8Array() });
    expect(await readJson(null, reading())).toMatchObject({ ok: false, problem: { code: 'EMPTY' } });
  });

  test('what is refused is read to its end where a client has to read the refusal, within the limit on bytes', async () => {
    const pieces = Array.from({ length: 50 }, () => '[[[[[');
    const whole = source(pieces);
    const deep = { ...reading({ depth: 20 }), readsOn: () => new AbortController().signal };
    expect(await readJson(whole.stream, deep)).toMatchObject({ ok: false, problem: { code: 'TOO_DEEP' } });
    expect(whole.state).toEqual({ given: 50, canceled: false });
    const tooLarge = source(endless('[[[[['));
    const small = { ...reading({ depth: 20, bytes: 1000 }), readsOn: () => new AbortController().signal };
    expect(await readJson(tooLarge.stream, small)).toMatchObject({ problem: { code: 'TOO_DEEP' } });
    expect(tooLarge.state).toEqual({ given: 201, canceled: true });
    const waiting = source(endless('[[[[['));
    const impatient = { ...reading({ depth: 20 }), readsOn: () => AbortSignal.abort() };
    expect(await readJson(waiting.stream, impatient)).toMatchObject({ problem: { code: 'TOO_DEEP' } });
    expect(waiting.state.canceled).toBe(true);
  });

  test('many small and large pieces are put together in order', async () => {
    const pieces = Array.from({ length: 3000 }, (_, i) =>
      new Uint8Array(i % 100 === 0 ? 70_000 : i % 50).fill(i % 251),
    );
    const read = await readBytes(source(pieces).stream, reading({ bytes: 8 * 1024 * 1024 }));
    expect(read.ok && Buffer.from(read.value).equals(Buffer.concat(pieces))).toBe(true);
  });

  test.each([
    ['bytes', { bytes: 1000 }, 'x'.repeat(100), 'TOO_LARGE', 11],
    ['nesting', { depth: 50 }, '[[[[[', 'TOO_DEEP', 11],
    ['values', { values: 100 }, '{},{},{},{},{},', 'TOO_MANY_VALUES', 11],
  ])(
    'an endless source of %s is left at the limit and canceled',
    async (_name, limits, piece, code, given) => {
      const { state, stream } = source(endless(piece));
      expect(await readJson(stream, reading(limits))).toMatchObject({ ok: false, problem: { code } });
      expect(state.canceled).toBe(true);
      expect(state.given).toBeLessThanOrEqual(given);
    },
  );

  test('an abort ends the wait for a source that never answers', async () => {
    const controller = new AbortController();
    let canceled = false;
    const silent = new ReadableStream<Uint8Array>({
      cancel() {
        canceled = true;
      },
    });
    const pending = readBytes(silent, reading({}, controller.signal));
    const reason = new Error('timeout');
    controller.abort(reason);
    expect(await pending).toMatchObject({ ok: false, problem: { code: 'ABORTED', cause: reason } });
    expect(canceled).toBe(true);
    expect(await readBytes(source(['a']).stream, reading({}, controller.signal))).toMatchObject({
      ok: false,
      problem: { code: 'ABORTED' },
    });
  });

  test('a source that fails was cut off', async () => {
    const failure = new Error('socket hang up');
    async function* failing() {
      yield new TextEncoder().encode('[1');
      throw failure;
    }
    expect(await readJson(failing(), reading())).toMatchObject({
      ok: false,
      problem: {
        code: 'CUT_OFF',
        cause: failure,
        message: 'The response ended before it was complete. Try again.',
      },
    });
  });
});
