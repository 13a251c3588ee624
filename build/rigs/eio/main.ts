import { parseArgs } from 'node:util';
import { recordingError } from '../power/rig.ts';
import { playDiskFailures } from './rig.ts';

/** `npm run eio -- [--n N]`: lets each of the first N calls of every operation fail, and tells what broke. */

const { values } = parseArgs({ options: { n: { type: 'string', default: '6' } } });
const reason = recordingError();
if (reason !== null) {
  console.log(`Nothing was tried: ${reason}.`);
  process.exit(0);
}
const callIndexes = Array.from({ length: Number(values.n) }, (_, at) => at + 1);
const startedAt = Date.now();
const report = await playDiskFailures(callIndexes, (label) => console.log(label));
for (const problem of report.problems) console.log(problem);
console.log(
  `${report.cases} cases, ${report.rejected} refused, ${report.restarts} restarts, ${report.problems.length} problems, ${((Date.now() - startedAt) / 1000).toFixed(0)} s`,
);
process.exit(report.problems.length === 0 ? 0 : 1);
