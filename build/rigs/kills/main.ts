import { parseArgs } from 'node:util';
import { createRandom } from '../random.ts';
import { playKills, victims, type WorldReport } from './rig.ts';

/** `npm run kills -- --n N [--seed S] [--at-once K]`: kills page, core and service N times and tells what broke. */

/** A data folder is killed so often, then looked through and thrown away. */
const KILLS_A_WORLD = 25;

const { values } = parseArgs({
  options: {
    n: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    'at-once': { type: 'string', default: '2' },
  },
});
const wanted = Number(values.n);
const seed = Number(values.seed);
console.log(`Seed ${seed}`);

const startedAt = Date.now();
const reports: WorldReport[] = [];
let begun = 0;
const worker = async () => {
  while (begun < wanted) {
    const kills = Math.min(KILLS_A_WORLD, wanted - begun);
    const world = begun;
    begun += kills;
    const report = await playKills(kills, createRandom(seed + world));
    reports.push(report);
    for (const problem of report.problems) console.log(`Seed ${seed + world}: ${problem}`);
    console.log(`${begun} of ${wanted} begun, ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
  }
};
await Promise.all(Array.from({ length: Number(values['at-once']) }, worker));

const sum = (of: (report: WorldReport) => number) => reports.reduce((total, report) => total + of(report), 0);
const problems = sum((report) => report.problems.length);
console.log(`
${victims.map((victim) => `${victim} ${sum((report) => report.kills[victim])}`).join(', ')}: ${sum((report) => Object.values(report.kills).reduce((a, b) => a + b, 0))} kills in ${((Date.now() - startedAt) / 1000).toFixed(1)} s
${sum((report) => report.edits)} edits, ${sum((report) => report.uploads)} files taken, ${sum((report) => report.runs)} runs accepted, ${sum((report) => report.projects)} projects made
${problems} broken promises`);
process.exit(problems === 0 ? 0 : 1);
