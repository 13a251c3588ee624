import { add, closingLine, describeTry, noTests, type Counts, type FailedTry } from './counts.ts';
import type { Ending } from './run-program.ts';
import type { Lane, Stage, StageGroup } from './stages.ts';

/** What the stages came to. */
export interface Outcome {
  ok: boolean;
  /** A line or more for each stage that was begun. */
  summary: readonly string[];
  total: Counts;
}

export interface StageTools {
  /**
   * Runs the program of a stage to its end.
   * @param isBuffered its output appears when it has ended, not between the lines of a stage beside it.
   */
  run(stage: Stage, isBuffered: boolean): Promise<Ending>;
  /** What the runner reported; null when it ended before it could. */
  countsOf(stage: Stage): Promise<Counts | null>;
  /** Why a sound test may have failed in that time, in half a sentence; null when the machine was at its service. */
  timeShortage(from: number, to: number): string | null;
  log(line: string): void;
  /** No stage begins after it has aborted. */
  signal: AbortSignal;
}

interface StageOutcome {
  ok: boolean;
  summary: readonly string[];
  counts: Counts;
}

/**
 * Runs groups of stages one after the other, the lanes of a group side by side. A stage that fails or crashes does
 * not hide what the others find. A test that fails is tried again only if the machine gave it no time: its file once
 * more for unit and component tests; a story that passed at its second try fails the run otherwise.
 */
export async function runStages(groups: readonly StageGroup[], tools: StageTools): Promise<Outcome> {
  const outcomes: StageOutcome[] = [];
  for (const group of groups) {
    if (tools.signal.aborted) break;
    const titles = group.map((lane) => lane.map(({ title }) => title).join(', then '));
    tools.log(`\n── ${titles.join('; ')}`);
    // Of one lane the lines appear as they come, of the others when a stage has ended.
    const lanes = group.map((lane, index) => runLane(lane, index > 0, tools));
    outcomes.push(...(await Promise.all(lanes)).flat());
  }
  return {
    ok: outcomes.every(({ ok }) => ok),
    summary: outcomes.flatMap(({ summary }) => summary),
    total: outcomes.reduce((total, { counts }) => add(total, counts), noTests),
  };
}

async function runLane(lane: Lane, isBuffered: boolean, tools: StageTools): Promise<StageOutcome[]> {
  const outcomes: StageOutcome[] = [];
  for (const stage of lane) {
    if (tools.signal.aborted) break;
    outcomes.push(await runStage(stage, isBuffered, tools));
  }
  return outcomes;
}

async function runStage(stage: Stage, isBuffered: boolean, tools: StageTools): Promise<StageOutcome> {
  const startedAt = Date.now();
  const ending = await tools.run(stage, isBuffered);
  const reported = await tools.countsOf(stage);
  const notes: string[] = [];
  if (ending.exit === 'stayed' && reported !== null)
    notes.push('It did not end by itself after its report and was ended.');
  if (ending.exit === 'overdue')
    notes.push(`It had not ended after ${stage.limitMinutes} minutes and was ended.`);
  // A runner that has reported every test and then does not end has still told what matters.
  const isFinished = ending.code === 0 || (ending.exit === 'stayed' && reported?.failed === 0);
  const outcome = await evaluate(stage, reported ?? noTests, isFinished, tools);
  let { counts } = outcome;
  // A stage can fail without a failed test; the closing line must not look like success then.
  if (!outcome.ok && counts.failed === 0) counts = add(counts, { ...noTests, failed: 1 });
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  const line = `${outcome.ok ? 'ok    ' : 'FAILED'}  ${stage.title}, ${seconds} s${reported ? `: ${closingLine(counts)}` : ''}`;
  return {
    ok: outcome.ok,
    summary: [line, ...[...notes, ...outcome.notes].map((note) => `        ${note}`)],
    counts,
  };
}

/** Whether the stage is as it should be, second tries included. */
async function evaluate(
  stage: Stage,
  counts: Counts,
  isFinished: boolean,
  tools: StageTools,
): Promise<{ ok: boolean; counts: Counts; notes: readonly string[] }> {
  const reasonOf = ({ from, to }: FailedTry) => tools.timeShortage(from, to);
  const notes: string[] = [];
  let ok = isFinished;
  for (const retried of counts.retried) {
    const reason = reasonOf(retried);
    notes.push(
      `passed at the second try, ${reason ?? 'though the machine gave it time'}: ${describeTry(retried)}`,
    );
    ok &&= reason !== null;
  }
  const reasons = counts.failures.map(reasonOf);
  if (stage.again === undefined || reasons.length === 0 || reasons.includes(null))
    return { ok, counts, notes };
  // A whole file that could not be run is counted, but is no failed test: it is not tried again.
  if (counts.failures.length !== counts.failed) return { ok, counts, notes };
  const files = [...new Set(counts.failures.map(({ file }) => file))];
  tools.log(`\n── ${stage.title}: ${files.length} once more, ${reasons[0]}`);
  const rerun = stage.again(files);
  const ending = await tools.run(rerun, false);
  const second = await tools.countsOf(rerun);
  if (ending.code !== 0 || second === null || second.failed > 0) return { ok: false, counts, notes };
  counts.failures.forEach((failed, index) =>
    notes.push(`passed at the second try, ${reasons[index]}: ${describeTry(failed)}`),
  );
  const passed = counts.passed + counts.failed;
  return {
    ok: true,
    counts: { ...counts, passed, failed: 0, retried: counts.failures, failures: [] },
    notes,
  };
}
