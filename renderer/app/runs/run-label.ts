import type { RunForecast } from '#shared/graph/run-forecast.ts';
import { plural } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';

/** What the Run button says: in full, and where there is little room. */
export interface RunLabel {
  full: string;
  short: string;
  /** The same as a sentence. */
  sentence: string;
}

/** Says what a click on Run will do. */
export function runLabel({ runs, reused, obstacles, isSure }: RunForecast): RunLabel {
  const able = runs.size + reused.size;
  const all = able + obstacles.size;
  const prefix = isSure ? '' : 'about ';
  const segments = [
    `${prefix}${plural(runs.size, 'node')} ${runs.size === 1 ? 'runs' : 'run'}`,
    ...(reused.size > 0 ? [`${reused.size} ${reused.size === 1 ? 'is' : 'are'} reused`] : []),
    ...(obstacles.size > 0 ? [`${obstacles.size} cannot run yet`] : []),
  ];
  const text = segments.join(', ');
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  if (all === 0) return { full: 'Run', short: 'Run', sentence: 'Runs the graph.' };
  if (obstacles.size > 0)
    return { full: `Run ${able} of ${plural(all, 'node')}`, short: `Run ${able} of ${all}`, sentence };
  if (reused.size === 0) return { full: 'Run', short: 'Run', sentence };
  if (runs.size === 0) {
    const unchanged = 'Nothing has changed since the last run: its results are used again.';
    return { full: 'Run again', short: 'Run again', sentence: unchanged };
  }
  return { full: words.runs.runNodes(runs.size, isSure), short: 'Run', sentence };
}
