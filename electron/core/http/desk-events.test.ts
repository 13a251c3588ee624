import { expect, test } from 'vitest';
import type { DeskEvent } from '#shared/desk/index.ts';
import { settingsWith } from '#shared/testing/settings.ts';
import { createDeskEvents } from './desk-events.ts';

const event = (filler = ''): DeskEvent => ({
  type: 'settings',
  settings: settingsWith({ layout: { filler } }),
});

const drain = async (response: Response): Promise<string> => response.text();

test('a page gets the snapshot, then what is emitted, in order', async () => {
  const events = createDeskEvents();
  const response = events.stream(() => [event('first')], new AbortController().signal);
  events.emit(event('second'));
  events.emit(event('third'));
  events.close();
  const fillers = [...(await drain(response)).matchAll(/"filler":"(\w+)"/g)].map((match) => match[1]);
  expect(fillers).toEqual(['first', 'second', 'third']);
});

test('a page that does not read is dropped; the others never notice', async () => {
  const events = createDeskEvents();
  const idle = events.stream(() => [], new AbortController().signal);
  const reading = events.stream(() => [], new AbortController().signal).body!.getReader();
  let read = 0;
  const filler = 'x'.repeat(100_000);
  await reading.read();
  for (let count = 0; count < 30; count += 1) {
    events.emit(event(filler));
    read += (await reading.read()).value!.byteLength;
  }
  expect(read).toBeGreaterThan(30 * filler.length);
  const text = await drain(idle);
  expect(text.length).toBeLessThanOrEqual(1024 * 1024);
  events.emit(event('last'));
  expect(new TextDecoder().decode((await reading.read()).value)).toContain('last');
  await reading.cancel();
});

test('an aborted request ends its stream', async () => {
  const events = createDeskEvents();
  const leave = new AbortController();
  const response = events.stream(() => [event('seen')], leave.signal);
  leave.abort();
  events.emit(event('missed'));
  expect(await drain(response)).toContain('seen');
});

test('a page that stays behind for long is dropped, however little it is; one that reads stays', async () => {
  const events = createDeskEvents({ stallLimitMs: 20 });
  const ended = Promise.withResolvers<void>();
  const idle = events.stream(() => [], new AbortController().signal, { id: 'idle', finished: ended.resolve });
  const reading = events.stream(() => [], new AbortController().signal).body!.getReader();
  await reading.read();
  events.emit(event('one'));
  await reading.read();
  const next = reading.read();
  await ended.promise;
  events.emit(event('two'));
  expect(new TextDecoder().decode((await next).value)).toContain('two');
  expect(await drain(idle)).not.toContain('two');
  await reading.cancel();
});
