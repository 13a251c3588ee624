import { mkdir, readFile, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../bundle/targets.ts';
import { obtainChromium, obtainFfmpeg } from './programs.ts';
import { add, closingLine, noTests, readCounts, type Counts } from './counts.ts';
import { runProgram, type Ending } from './run-program.ts';
import { testStages, type Stage } from './stages.ts';

/**
 * `npm test`: each stage in turn, ending at the first that fails. For one alone: `npm test -- --only unit [path…]`;
 * further arguments go to its command.
 */

const reports = join(root, '.cache/test-reports');
const stages = testStages(reports);

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stop.abort();
    process.exitCode = 130;
  });
}

/** From a runner's report to its end, in milliseconds: it closes its browsers and workers then. */
const REPORT_TO_END = 60_000;

const { values, positionals } = parseArgs({
  options: { only: { type: 'string' } },
  allowPositionals: true,
});
const names = values.only?.split(',') ?? stages.map((stage) => stage.name);
const unknown = names.filter((name) => !stages.some((stage) => stage.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no stage ${unknown.join(', ')}. Choose from ${stages.map((stage) => stage.name).join(', ')}.`,
  );
  process.exit(1);
}

await rm(reports, { recursive: true, force: true });
await mkdir(reports, { recursive: true });
const chosen = stages.filter((stage) => names.includes(stage.name));
const summary: string[] = [];
let total: Counts = noTests;
let failed: Stage | null = null;
try {
  const chromium = chosen.some((stage) => stage.needsChromium)
    ? await obtainChromium((line) => console.log(line))
    : null;
  if (chosen.some((stage) => stage.name === 'unit')) obtainFfmpeg((line) => console.log(line));
  for (const stage of chosen) {
    console.log(`\n── ${stage.title}`);
    const startedAt = Date.now();
    const ending = await run(stage, chromium);
    const counts = await countsOf(stage);
    const stayed = ending.how === 'stayed' && counts !== null;
    // A runner that has reported every test and then does not end has still told what matters; it is named below.
    const ok = ending.code === 0 || (stayed && counts.failed === 0);
    total = add(total, counts ?? noTests);
    // A stage can fail without a failed test; the closing line must not look like success then.
    if (!ok && (counts?.failed ?? 0) === 0) total = add(total, { ...noTests, failed: 1 });
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    summary.push(
      `${ok ? 'ok    ' : 'FAILED'}  ${stage.title}, ${seconds} s${counts ? `: ${closingLine(counts)}` : ''}`,
    );
    if (stayed) summary.push('        It did not end by itself after its report and was ended.');
    if (ending.how === 'overdue')
      summary.push(`        It had not ended after ${stage.limitMinutes} minutes and was ended.`);
    if (!ok) {
      failed = stage;
      break;
    }
  }
} catch (error) {
  summary.push(`FAILED  ${error instanceof Error ? error.message : String(error)}`);
  total = add(total, { ...noTests, failed: 1 });
  process.exitCode = 1;
}
if (failed !== null) process.exitCode = 1;

console.log(`\n── Summary\n${summary.join('\n')}`);
const left = failed === null ? [] : chosen.slice(chosen.indexOf(failed) + 1);
for (const name of total.retried) console.log(`passed at the second try: ${name}`);
if (left.length > 0) console.log(`not run ${left.map((stage) => stage.title).join(', ')}`);
console.log(closingLine(total));

function run(stage: Stage, chromium: string | null): Promise<Ending> {
  return runProgram(stage.command, [...stage.args, ...positionals], {
    cwd: root,
    env: {
      ...process.env,
      // The project's own programs, Node 24 among them, come first.
      PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`,
      ...(chromium === null ? {} : { PATCHBAY_CHROMIUM: chromium }),
      ...stage.env,
    },
    limit: stage.limitMinutes * 60_000,
    ...(stage.counts && { report: { path: stage.counts.report, grace: REPORT_TO_END } }),
    signal: stop.signal,
  });
}

async function countsOf(stage: Stage): Promise<Counts | null> {
  if (stage.counts === undefined) return null;
  try {
    return readCounts(stage.counts.runner, await readFile(stage.counts.report, 'utf8'));
  } catch {
    // The runner ended before it could report; its exit code fails the stage.
    return null;
  }
}
