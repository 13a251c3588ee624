import { parseArgs } from 'node:util';
import { playOpenings, timelineOf } from './rig.ts';

/** `npm run openings -- --n N --nodes M`: how long a project takes to open, and where the time goes when it is long. */

const { values } = parseArgs({ options: { n: { type: 'string' }, nodes: { type: 'string' } } });
// A run that is stopped tells what it had seen by then.
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
const openings = await playOpenings(
  Number(values.n ?? 100),
  Number(values.nodes ?? 1000),
  ({ ms }) => process.stderr.write(`${Math.round(ms)} ms\n`),
  stop.signal,
);
const sorted = openings.toSorted((a, b) => a.ms - b.ms);
const at = (share: number): number =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.ms ?? 0);
console.log(
  `${openings.length} openings: median ${at(0.5)} ms, 97 of 100 within ${at(0.97)} ms, longest ${at(1)} ms`,
);
for (const slowOpening of sorted.filter(({ ms }) => ms > 4 * at(0.5))) {
  console.log(`${Math.round(slowOpening.ms)} ms: ${timelineOf(slowOpening)}`);
}
