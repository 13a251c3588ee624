import { parseArgs } from 'node:util';
import { createRandom, type Random } from '../random.ts';
import { playDocumentKills } from './documents/rig.ts';
import { playKills, victims } from './rig.ts';
import { playScreen, troubles } from './screen/rig.ts';

/**
 * `npm run kills -- --n N [--seed S] [--at-once K] [--documents | --screen TROUBLE]`: kills page, core and service N
 * times and tells what broke; with `--documents` while storyboard and timeline are edited in two windows, without it while a graph is.
 * `--screen kill`, `full-disk` or `stopped-core` happens N times to a real browser that shows all three, and looks for what its mark
 * called saved.
 */

/** A data folder is killed at most so often, then looked through and thrown away. */
const MAX_KILLS_A_WORLD = 25;

const { values } = parseArgs({
  options: {
    n: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    'at-once': { type: 'string', default: '2' },
    documents: { type: 'boolean', default: false },
    screen: { type: 'string' },
  },
});
const iterations = Number(values.n);
const seed = Number(values.seed);
const killsOfWorld = Math.min(MAX_KILLS_A_WORLD, Math.ceil(iterations / Number(values['at-once'])));
console.log(`Seed ${seed}`);

const startedAt = Date.now();
let startedCount = 0;
let problems = 0;
/** @param play one data folder's kills. @returns what it reports. */
async function playAll<Report extends { problems: string[] }>(
  play: (kills: number, random: Random) => Promise<Report>,
): Promise<Report[]> {
  const reports: Report[] = [];
  const worker = async () => {
    while (startedCount < iterations) {
      const kills = Math.min(killsOfWorld, iterations - startedCount);
      const world = startedCount;
      startedCount += kills;
      const report = await play(kills, createRandom(seed + world));
      reports.push(report);
      problems += report.problems.length;
      for (const problem of report.problems) console.log(`Seed ${seed + world}: ${problem}`);
      console.log(`${startedCount} of ${iterations} begun, ${seconds()} s`);
    }
  };
  await Promise.all(Array.from({ length: Number(values['at-once']) }, worker));
  return reports;
}

const seconds = () => ((Date.now() - startedAt) / 1000).toFixed(0);
const sum = <Report>(reports: readonly Report[], of: (report: Report) => number) =>
  reports.reduce((total, report) => total + of(report), 0);

const problem = troubles.find((candidate) => candidate === values.screen);
if (values.screen !== undefined && problem === undefined)
  throw new Error(`Choose one of ${troubles.join(', ')}.`);

if (problem !== undefined) {
  const reports = await playAll(async (times, random) => {
    const report = await playScreen(problem, times, random);
    if (report === null)
      throw new Error('A small disk can be mounted by the administrator of a Linux machine only.');
    return report;
  });
  const happened = [...new Set(reports.flatMap((report) => Object.keys(report.happened)))];
  console.log(`
${happened.map((eventName) => `${eventName} ${sum(reports, (report) => report.happened[eventName] ?? 0)}`).join(', ')} in ${seconds()} s
${sum(reports, ({ typed }) => typed)} numbers typed, ${sum(reports, ({ calledSaved }) => calledSaved)} times something newer was called saved, ${sum(reports, ({ requested }) => requested)} times a choice was asked for`);
} else if (values.documents) {
  const reports = await playAll(playDocumentKills);
  console.log(`
${sum(reports, ({ kills }) => kills)} kills in ${seconds()} s
${sum(reports, ({ edits }) => edits)} edits of storyboards and timelines, ${sum(reports, ({ preserved }) => preserved)} of them acknowledged, ${sum(reports, ({ dropped }) => dropped)} writes done without a response`);
} else {
  const reports = await playAll(playKills);
  console.log(`
${victims.map((victim) => `${victim} ${sum(reports, ({ kills }) => kills[victim])}`).join(', ')}: ${sum(reports, ({ kills }) => Object.values(kills).reduce((a, b) => a + b, 0))} kills in ${seconds()} s
${sum(reports, ({ edits }) => edits)} edits, ${sum(reports, ({ uploads }) => uploads)} files taken, ${sum(reports, ({ runs }) => runs)} runs accepted, ${sum(reports, ({ projects }) => projects)} projects made, ${sum(reports, ({ dropped }) => dropped)} writes done without a response`);
}
console.log(`${problems} broken promises`);
process.exit(problems === 0 ? 0 : 1);
