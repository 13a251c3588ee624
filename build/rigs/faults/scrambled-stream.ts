import type { Readable } from 'node:stream';
import type { Random } from '../random.ts';

/** The frames of an event stream, some of them twice and some after their successors; the end may come early. */
export async function* scrambled(source: Readable, random: Random): AsyncGenerator<Buffer> {
  let text = '';
  let held: string | null = null;
  let left = random.bool(0.3) ? random.between(1, 6) : Infinity;
  for await (const chunk of source) {
    text += String(chunk);
    const frames = text.split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) {
      const whole = `${frame}\n\n`;
      const isEvent = frame.includes('data:');
      if (isEvent && held === null && random.bool(0.3)) {
        held = whole;
        continue;
      }
      yield Buffer.from(isEvent && random.bool(0.3) ? whole + whole : whole);
      if (held !== null) {
        yield Buffer.from(held);
        held = null;
      }
      left -= isEvent ? 1 : 0;
      // What is held back now never comes: it was lost on the way.
      if (left <= 0) return;
    }
  }
  yield Buffer.from((held ?? '') + text);
}
