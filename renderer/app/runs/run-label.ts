import type { RunForecast } from '#shared/graph/run-forecast.ts';
import { words } from '#renderer/words/index.ts';

const t = words.appRuns.runLabel;

/** What the Run button says: in full, and where there is little room. */
export interface RunLabel {
  full: string;
  short: string;
  /** The same as a sentence. */
  sentence: string;
}

/** Says what a click on Run will do. */
export function runLabel({ runs, reused, blockers, isConfirmed }: RunForecast): RunLabel {
  const able = runs.size + reused.size;
  const all = able + blockers.size;
  const segments = [
    isConfirmed ? t.nodesRun(runs.size) : t.nodesRunEstimate(runs.size),
    ...(reused.size > 0 ? [t.reused(reused.size)] : []),
    ...(blockers.size > 0 ? [t.cannotRunYet(blockers.size)] : []),
  ];
  const text = segments.join(', ');
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  if (all === 0) return { full: t.run, short: t.run, sentence: t.runsGraph };
  if (blockers.size > 0) return { full: t.runOf(able, all), short: t.runOf2(able, all), sentence };
  if (reused.size === 0) return { full: t.run, short: t.run, sentence };
  if (runs.size === 0) {
    const unchanged = t.noChangedSinceLast;
    return { full: t.runRetry, short: t.runRetry, sentence: unchanged };
  }
  return { full: words.runs.runNodes(runs.size, isConfirmed), short: t.run, sentence };
}
