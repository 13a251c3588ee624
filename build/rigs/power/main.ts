import { parseArgs } from 'node:util';
import { playPowerCuts, record, recordingError } from './rig.ts';

/** `npm run power -- --n N [--seed S] [--rounds R]`: cuts the power N times and tells what was lost. */

const { values } = parseArgs({
  options: {
    n: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    rounds: { type: 'string', default: '24' },
  },
});
const reason = recordingError();
if (reason !== null) {
  console.log(`Nothing was tried: ${reason}.`);
  process.exit(0);
}
const seed = Number(values.seed);
const startedAt = Date.now();
const seconds = () => ((Date.now() - startedAt) / 1000).toFixed(0);
console.log(`Seed ${seed}`);
const calls = await record(Number(values.rounds));
console.log(`${calls.length} calls recorded, ${seconds()} s`);
const report = await playPowerCuts(calls, Number(values.n), seed, (completed, found) => {
  for (const problem of found) console.log(problem);
  if (completed % 100 === 0) console.log(`${completed} states, ${seconds()} s`);
});
console.log(
  `${report.states} states of ${report.calls} calls and ${report.promises} promises in ${seconds()} s: ${report.problems.length} problems`,
);
process.exit(report.problems.length === 0 ? 0 : 1);
