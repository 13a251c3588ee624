import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { webStreamOf } from './web-stream.ts';

/** Errors that would end the process. */
function uncaught(): unknown[] {
  const errors: unknown[] = [];
  const note = (error: unknown) => void errors.push(error);
  process.on('uncaughtException', note);
  onTestFinished(() => void process.off('uncaughtException', note));
  return errors;
}

test('the bytes of a stream come whole and in order', async () => {
  const source = Readable.from([Buffer.from('one '), Buffer.from('two '), Buffer.from('three')]);
  expect(await new Response(webStreamOf(source)).text()).toBe('one two three');
  expect(await new Response(webStreamOf(Readable.from([]), 1024)).text()).toBe('');
});

test('a reader that leaves while bytes are on their way ends the source and nothing else', async () => {
  const errors = uncaught();
  for (const heldBytes of [0, 64]) {
    const source = new PassThrough({ highWaterMark: 16 });
    const closed = once(source, 'close');
    const reader = webStreamOf(source, heldBytes).getReader();
    source.write(Buffer.alloc(16));
    await reader.read();
    source.write(Buffer.alloc(16));
    source.write(Buffer.alloc(16));
    // The next piece is asked for, and given up in the same step.
    const next = reader.read();
    await reader.cancel();
    expect((await next).done).toBe(true);
    await closed;
    await yieldToEventLoop();
  }
  expect(errors).toEqual([]);
});

test('a stream that nobody has begun to read can be left, and may fail before', async () => {
  const errors = uncaught();
  const unread = new PassThrough();
  await webStreamOf(unread).cancel();
  expect(unread.destroyed).toBe(true);
  const missing = createReadStream('/there/is/no/such/file');
  const stream = webStreamOf(missing);
  await new Promise<void>((closed) => missing.once('close', () => closed()));
  await expect(new Response(stream).text()).rejects.toMatchObject({ code: 'ENOENT' });
  expect(errors).toEqual([]);
});

test('a stream that fails in the middle fails for its reader', async () => {
  const source = new PassThrough();
  source.write('half');
  const reader = webStreamOf(source).getReader();
  expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('half');
  source.destroy(new Error('The disk is gone.'));
  await expect(reader.read()).rejects.toThrow('The disk is gone.');
});
