import { parseArgs } from 'node:util';
import { mib, playAnswers } from './rig.ts';

/** `npm run answers -- --n N [--seed S]`: N mutated answers of a hosted service, and what became of the core. */

const { values } = parseArgs({
  options: {
    n: { type: 'string', default: '500' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
  },
});
console.log(`Seed ${values.seed}`);
const report = await playAnswers(Number(values.n), Number(values.seed), (line) => console.log(line));
for (const problem of report.problems) console.log(problem);
const { measures } = report;
console.log(`
${[...report.byKind].map(([kind, count]) => `${kind} ${count}`).join(', ')}
${report.answers} mutated answers of ${report.met.size} endpoints in ${report.calls} calls and ${report.seconds.toFixed(1)} s
longest turn ${measures.maxTurnCpuMs.toFixed(0)} ms computed; event loop late by ${measures.delayP99Ms.toFixed(0)} ms (p99), ${measures.delayMaxMs.toFixed(0)} ms at most, by the clock
${mib(report.grownBytes)} MiB more at most; ${measures.rejections.length} unhandled rejections, ${measures.exceptions.length} exceptions
${report.problems.length} broken promises`);
process.exit(report.problems.length === 0 ? 0 : 1);
