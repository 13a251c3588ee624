import { register } from 'node:module';
import { parseArgs } from 'node:util';
import type { FaultKind } from './faults.ts';
import type { SeedReport } from './rig.ts';

/** `npm run faults -- --seed S [--seeds N] [--at-once K]`: plays N seeds from S on and tells what broke. */

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    seeds: { type: 'string', default: '1' },
    'at-once': { type: 'string', default: '4' },
  },
});
const first = Number(values.seed);
const left = Array.from({ length: Number(values.seeds) }, (_, index) => first + index);
console.log(`Seeds ${first} to ${first + left.length - 1}. One seed again: npm run faults -- --seed S`);

// Requests of pages stand beside components, which Node loads only so.
register('../../pages-loader.mjs', import.meta.url);
const { startFaultRig } = await import('./rig.ts');
const startedAt = Date.now();
const rig = await startFaultRig();
const reports: SeedReport[] = [];
const worker = async () => {
  for (let seed = left.shift(); seed !== undefined; seed = left.shift()) {
    const report = await rig.play(seed);
    reports.push(report);
    for (const problem of report.problems) console.log(problem);
  }
};
try {
  await Promise.all(Array.from({ length: Number(values['at-once']) }, worker));
} finally {
  await rig.close();
}

const sum = (of: (report: SeedReport) => number) => reports.reduce((total, report) => total + of(report), 0);
const triggered = new Map<FaultKind, number>();
for (const report of reports)
  for (const [kind, count] of report.met) triggered.set(kind, (triggered.get(kind) ?? 0) + count);
const problems = sum((report) => report.problems.length);
console.log(`
${reports.length} seeds in ${((Date.now() - startedAt) / 1000).toFixed(1)} s
${sum((report) => report.played)} operations under fault: ${sum((report) => report.edits)} edits, ${sum((report) => report.uploads)} uploads, ${sum((report) => report.runs)} runs
${sum((report) => report.requests)} requests, ${[...triggered.values()].reduce((a, b) => a + b, 0)} of them lied to: ${[...triggered].map(([kind, count]) => `${kind} ${count}`).join(', ')}
What people were told:
${[...new Set(reports.flatMap((report) => [...report.sentences]))].map((text) => `  ${text}`).join('\n')}
${problems} broken promises`);
process.exit(problems === 0 ? 0 : 1);
