import { add, closingLine, noTests, type Counts } from './counts.ts';
import type { Ending } from './run-program.ts';
import type { Stage } from './stages.ts';

/** What the stages came to. */
export interface Outcome {
  ok: boolean;
  /** A line or two for each stage that was begun. */
  summary: readonly string[];
  total: Counts;
}

export interface StageTools {
  /** Runs the program of a stage to its end. */
  run(stage: Stage): Promise<Ending>;
  /** What the runner reported; null when it ended before it could. */
  countsOf(stage: Stage): Promise<Counts | null>;
  log(line: string): void;
  /** No stage begins after it has aborted. */
  signal: AbortSignal;
}

/** Runs the stages one after the other. A stage that fails or crashes does not hide what the later ones find. */
export async function runStages(stages: readonly Stage[], tools: StageTools): Promise<Outcome> {
  const summary: string[] = [];
  let total: Counts = noTests;
  let allOk = true;
  for (const stage of stages) {
    if (tools.signal.aborted) break;
    tools.log(`\n── ${stage.title}`);
    const startedAt = Date.now();
    const ending = await tools.run(stage);
    const counts = await tools.countsOf(stage);
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
    allOk &&= ok;
  }
  return { ok: allOk, summary, total };
}
