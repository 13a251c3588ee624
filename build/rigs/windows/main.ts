import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { playWindows } from './world.ts';

/**
 * `npm run windows -- --n N [--seed S] [--steps K] [--no-kills] [--full-disks] [--trace FILE]`: N times two windows that edit the same storyboard and
 * timeline, with all that is under way between them, the desktop process and the service arriving in an order that the seed decides.
 * The first of them in which a promise is broken is written down line by line.
 */

const { values } = parseArgs({
  options: {
    n: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    steps: { type: 'string', default: '300' },
    kills: { type: 'boolean', default: true },
    'full-disks': { type: 'boolean', default: false },
    trace: { type: 'string' },
  },
  allowNegative: true,
});
const startedAt = performance.now();
let [broken, edits, kills, dropped] = [0, 0, 0, 0];
for (let at = 0; at < Number(values.n); at += 1) {
  const seed = Number(values.seed) + at;
  const report = await playWindows(seed, {
    steps: Number(values.steps),
    withKills: values.kills,
    fullDisks: values['full-disks'],
  });
  edits += report.edits;
  kills += report.kills;
  dropped += report.dropped;
  if (report.problems.length === 0) continue;
  broken += 1;
  for (const problem of report.problems) console.log(`Seed ${seed}: ${problem}`);
  if (broken === 1 && values.trace !== undefined) writeFileSync(values.trace, `${report.trace.join('\n')}\n`);
}
const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
console.log(
  `${values.n} worlds in ${seconds} s: ${edits} edits, ${kills} kills and cuts, ${dropped} writes done without a response, ${broken} with broken promises`,
);
process.exit(broken === 0 ? 0 : 1);
