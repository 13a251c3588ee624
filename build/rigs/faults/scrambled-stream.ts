import type { Readable } from 'node:stream';
import type { Random } from '../random.ts';

/** The frames of an event stream, some of them twice and some after their successors; the end may come early. */
export async function* scrambled(source: Readable, random: Random): AsyncGenerator<Buffer> {
  let text = '';
  let pending: string | null = null;
  let left = random.bool(0.3) ? random.between(1, 6) : Infinity;
  for await (const chunk of source) {
    text += String(chunk);
    const frames = text.split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) {
      const fullFrame = `${frame}\n\n`;
      const isEvent = frame.includes('data:');
      if (isEvent && pending === null && random.bool(0.3)) {
        pending = fullFrame;
        continue;
      }
      yield Buffer.from(isEvent && random.bool(0.3) ? fullFrame + fullFrame : fullFrame);
      if (pending !== null) {
        yield Buffer.from(pending);
        pending = null;
      }
      left -= isEvent ? 1 : 0;
      // What is held back now never comes: it was lost on the way.
      if (left <= 0) return;
    }
  }
  yield Buffer.from((pending ?? '') + text);
}
