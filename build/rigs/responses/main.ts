import { parseArgs } from 'node:util';
import { playResponses, summaryOf } from './rig.ts';

/** `npm run responses -- --n N [--seed S]`: N mutated responses of a hosted service, and what became of the core. */

const { values } = parseArgs({
  options: {
    n: { type: 'string', default: '500' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
  },
});
console.log(`Seed ${values.seed}`);
const report = await playResponses(Number(values.n), Number(values.seed), (line) => console.log(line));
for (const problem of report.problems) console.log(problem);
const { measures } = report;
console.log(`
${[...report.byKind].map(([kind, count]) => `${kind} ${count}`).join(', ')}
${summaryOf(report)}
${measures.rejections.length} unhandled rejections, ${measures.exceptions.length} exceptions
${report.problems.length} broken promises`);
process.exit(report.problems.length === 0 ? 0 : 1);
