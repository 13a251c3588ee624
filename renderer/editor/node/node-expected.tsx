import { useSyncExternalStore, type ReactElement } from 'react';
import { nodeKind, type NodeEstimate, type Spread } from '#shared/desk/run-estimate.ts';
import { formatCredits, formatDuration, plural } from '#renderer/ui/index.ts';
import { useEditor, useIsSelected, useNodePart, useRuns, useUi } from '../session/editor-context.ts';
import css from './node-expected.module.css';

/** What takes less is not worth a line. Milliseconds. */
const LONG_MS = 2000;

/**
 * What a run of the node is expected to cost and to take, above it: while it is selected, if that is something, and while
 * a person looks at what a run will take. It takes no room and is not hit.
 */
export function NodeExpected({ nodeId }: { nodeId: string }): ReactElement | null {
  const { session } = useEditor();
  const isAsked = useUi(session, (ui) => ui.showsExpected);
  const isSelected = useIsSelected(session, nodeId);
  return isAsked || isSelected ? <Line nodeId={nodeId} isAsked={isAsked} /> : null;
}

/** Wakes with the forecast, so that only the few nodes that say something do, and for what the estimate goes by. */
function Line({ nodeId, isAsked }: { nodeId: string; isAsked: boolean }): ReactElement | null {
  const { session } = useEditor();
  useNodePart(session, nodeId, nodeKind);
  const runs = useRuns(session, nodeId);
  useSyncExternalStore(session.expectations.subscribe, session.expectations.get);
  const node = session.store.getNode(nodeId);
  const expected = runs && node ? session.expectations.of(node) : null;
  if (expected === null) return null;
  const text = expectedText(expected, isAsked);
  return text === null ? null : (
    <p className={css['expected']} data-expected title={expectedSentence(expected)}>
      {text}
    </p>
  );
}

/**
 * `≈ 12 credits · 8 s, 14 runs`, `Free · ≈ 8 s, 14 runs`; null for what is free and soon done.
 * @param isAsked what is not known, and what is free and soon done, is said, too.
 */
export function expectedText(
  { samples, duration, microcredits }: NodeEstimate,
  isAsked: boolean,
): string | null {
  const isFree = microcredits?.p90 === 0;
  const runs = samples === 0 ? 'not run yet' : plural(samples, 'run');
  if (duration === null) {
    if (!isAsked) return null;
    return isFree ? `Free · time unknown, ${runs}` : `Unknown, ${runs}`;
  }
  const costs = microcredits !== null && !isFree;
  if (!costs && duration.p90 < LONG_MS && !(isAsked && isFree)) return null;
  const time = `${formatDuration(duration.p50)}, ${runs}`;
  if (isFree) return `Free · ≈ ${time}`;
  return costs ? `≈ ${inCredits(microcredits.p50)} · ${time}` : `≈ ${time}`;
}

/** The same with its ranges. */
export function expectedSentence({ samples, duration, microcredits }: NodeEstimate): string {
  if (duration === null) {
    const runs = samples === 0 ? 'no earlier run' : `only ${plural(samples, 'earlier run')}`;
    return `${microcredits?.p90 === 0 ? 'Free. Its time is' : 'Cost and time are'} unknown: ${runs} of such a node.`;
  }
  const cost = microcredits === null ? 'an unknown cost' : range(microcredits, inCredits);
  return `From ${plural(samples, 'earlier run')} of such a node: ${cost}, ${range(duration, formatDuration)}.`;
}

const inCredits = (microcredits: number): string => formatCredits(String(microcredits)) ?? 'an unknown cost';

/** What is usual, and what one of ten exceeds. */
function range({ p50, p90 }: Spread, format: (value: number) => string): string {
  const [usual, high] = [format(p50), format(p90)];
  return usual === high ? usual : `${usual}, seldom more than ${high}`;
}
