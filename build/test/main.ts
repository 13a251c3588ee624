import { open, mkdir, readFile, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../bundle/targets.ts';
import { obtainChromium, obtainFfmpeg } from './programs.ts';
import { closingLine, noTests, readCounts, type Counts } from './counts.ts';
import { MachineTime } from './machine-time.ts';
import { runProgram, type Ending } from './run-program.ts';
import { runStages } from './run-stages.ts';
import { fullSizeStages, testStages, type Stage } from './stages.ts';

/**
 * `npm test`: groups of stages in turn. A stage that fails does not hide what the later ones find. For one alone:
 * `npm test -- --only unit [path…]`; further arguments go to its command. `npm run test:long` runs the rigs,
 * `npm run test:slice` a part of each.
 */

const reports = join(root, '.cache/test-reports');

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stop.abort();
    process.exitCode = 130;
  });
}

/** Compiled code of the programs that tests start: most of them are started many times and load the same modules. */
const compiledCode = process.env['NODE_COMPILE_CACHE'] ?? join(root, '.cache/compiled');

/** From a runner's report to its end, in milliseconds: it closes its browsers and workers then. */
const REPORT_TO_END = 60_000;

const { values, positionals } = parseArgs({
  options: {
    only: { type: 'string' },
    long: { type: 'boolean', default: false },
    slice: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const isRigs = values.long || values.slice;
const groups = isRigs ? fullSizeStages(reports, values.slice ? 'slice' : 'long') : testStages(reports);
const stages = groups.flat(2);
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
const selected = groups
  .map((group) =>
    group.map((lane) => lane.filter((stage) => names.includes(stage.name))).filter((lane) => lane.length > 0),
  )
  .filter((group) => group.length > 0);
const machine = new MachineTime();
/** From within a container the load of its host cannot be seen: there a second try is named and counts. */
const hiddenLoad =
  process.env['PATCHBAY_SECOND_TRIES'] === 'named' ? 'on a host whose load cannot be seen from here' : null;
let summary: readonly string[] = [];
let total: Counts = noTests;
try {
  const chromium = selected.flat(2).some((stage) => stage.needsChromium)
    ? await obtainChromium((line) => console.log(line))
    : null;
  if (selected.flat(2).some((stage) => stage.needsFfmpeg)) obtainFfmpeg((line) => console.log(line));
  const outcome = await runStages(selected, {
    run: (stage, isBuffered) => run(stage, chromium, isBuffered),
    countsOf,
    timeShortage: (from, to) => machine.timeShortage(from, to) ?? hiddenLoad,
    log: (line) => console.log(line),
    signal: stop.signal,
  });
  ({ summary, total } = outcome);
  if (!outcome.ok) process.exitCode ??= 1;
} catch (error) {
  summary = [`FAILED  ${error instanceof Error ? error.message : String(error)}`];
  total = { ...noTests, failed: 1 };
  process.exitCode = 1;
}

console.log(`\n── Summary\n${summary.join('\n')}`);
console.log(closingLine(total));

async function run(stage: Stage, chromium: string | null, isBuffered: boolean): Promise<Ending> {
  const outputPath = join(reports, `${stage.name}.output`);
  const outputFile = isBuffered ? await open(outputPath, 'w') : null;
  const ending = await runProgram(stage.command, [...stage.args, ...positionals], {
    cwd: root,
    env: {
      ...process.env,
      // The project's own programs, Node 24 among them, come first.
      PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`,
      NODE_COMPILE_CACHE: compiledCode,
      ...(chromium === null ? {} : { PATCHBAY_CHROMIUM: chromium }),
      // Programs that tests start are those of the build that has just been made.
      ...(names.includes('build') ? { PATCHBAY_BUILT: join(root, 'out') } : {}),
      ...stage.env,
    },
    limit: stage.limitMinutes * 60_000,
    ...(stage.counts && { report: { path: stage.counts.report, grace: REPORT_TO_END } }),
    ...(outputFile !== null && { output: outputFile.fd }),
    signal: stop.signal,
  });
  if (outputFile !== null) {
    await outputFile.close();
    const output = await readFile(outputPath, 'utf8');
    if (output.trim() !== '') console.log(`\n── Output of: ${stage.title}\n${output.trimEnd()}`);
  }
  return ending;
}

async function countsOf(stage: Stage): Promise<Counts | null> {
  if (stage.counts === undefined) return null;
  try {
    const { runner, report, choice } = stage.counts;
    return readCounts(runner, await readFile(report, 'utf8'), choice);
  } catch {
    // The runner ended before it could report; its exit code fails the stage.
    return null;
  }
}
