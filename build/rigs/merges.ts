import { parseArgs } from 'node:util';
import { judgeCanvasMerges } from '#shared/testing/canvas-merge-rules.ts';
import { judgeMerges } from '#shared/testing/merge-rules.ts';

/** `npm run merges -- --n N --seed S`: any number of generated merges of graphs and of what lies around nodes, checked field by field. */

const { values } = parseArgs({ options: { n: { type: 'string' }, seed: { type: 'string' } } });
const number = (name: 'n' | 'seed', fallback: number): number => {
  const value = values[name];
  if (value === undefined) return fallback;
  if (!/^\d{1,15}$/.test(value)) throw new Error(`--${name} takes a whole number.`);
  return Number(value);
};
const count = number('n', 10_000);
const seed = number('seed', 1);
const startTime = performance.now();
const { broken, clashes, cycles } = judgeMerges(seed, count);
const seconds = ((performance.now() - startTime) / 1000).toFixed(1);
process.stdout.write(
  `${count} merges from seed ${seed} in ${seconds} s: ${clashes} questions, ${cycles} of them about cycles\n`,
);
for (const [at, rules] of Object.entries(broken)) process.stdout.write(`seed ${at}: ${rules.join('; ')}\n`);

const canvasStartTime = performance.now();
const canvas = judgeCanvasMerges(seed, count);
const canvasSeconds = ((performance.now() - canvasStartTime) / 1000).toFixed(1);
process.stdout.write(
  `${count} merges of frames, notes, states and wires from seed ${seed} in ${canvasSeconds} s: ${canvas.clashes} questions, ${canvas.collapsed} with collapsed frames\n`,
);
for (const [at, rules] of Object.entries(canvas.broken))
  process.stdout.write(`seed ${seed}, case ${at}: ${rules.join('; ')}\n`);

process.exitCode = Object.keys(broken).length + Object.keys(canvas.broken).length > 0 ? 1 : 0;
