import { useSyncExternalStore, type ReactElement } from 'react';
import { nodeKind, type NodeEstimate, type Spread } from '#shared/desk/run-estimate.ts';
import { formatCredits, formatDuration } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { useEditor, useIsSelected, useNodeSelector, useRuns, useUi } from '../session/editor-context.ts';
import css from './node-expected.module.css';

const t = words.editorNode.nodeExpected;

/** What takes less is not worth a line. Milliseconds. */
const SLOW_MS = 2000;

/**
 * What a run of the node is expected to cost and to take, above it: while it is selected, if that is something, and while
 * a person looks at what a run will take. It takes no room and is not hit.
 */
export function NodeExpected({ nodeId }: { nodeId: string }): ReactElement | null {
  const { session } = useEditor();
  const isRequested = useUi(session, (ui) => ui.showsExpected);
  const isSelected = useIsSelected(session, nodeId);
  return isRequested || isSelected ? <Line nodeId={nodeId} isRequested={isRequested} /> : null;
}

/** Wakes with the forecast, so that only the few nodes that say something do, and for what the estimate goes by. */
function Line({ nodeId, isRequested }: { nodeId: string; isRequested: boolean }): ReactElement | null {
  const { session } = useEditor();
  useNodeSelector(session, nodeId, nodeKind);
  const runs = useRuns(session, nodeId);
  useSyncExternalStore(session.expectations.subscribe, session.expectations.get);
  const node = session.store.getNode(nodeId);
  const expected = runs && node ? session.expectations.of(node) : null;
  if (expected === null) return null;
  const text = expectedText(expected, isRequested);
  return text === null ? null : (
    <p className={css['expected']} data-expected title={expectedSentence(expected)}>
      {text}
    </p>
  );
}

/**
 * `12 credits · 8 s`, `Free · 8 s`; null for what is free and soon done.
 * @param isRequested what is not known, and what is free and soon done, is said, too.
 */
export function expectedText({ duration, microcredits }: NodeEstimate, isRequested: boolean): string | null {
  const isFree = microcredits?.p90 === 0;
  const cost = microcredits === null ? null : isFree ? t.free : inCredits(microcredits.p50);
  const isSlow = duration !== null && duration.p90 >= SLOW_MS;
  // A price is worth a line; that a node is free and soon done is not.
  if (!isRequested && !isSlow && (cost === null || isFree)) return null;
  const time = duration === null ? null : `≈ ${formatDuration(duration.p50)}`;
  return [cost, time].filter((segment) => segment !== null).join(' · ') || t.noYet;
}

/** The same with its ranges. */
export function expectedSentence({ samples, duration, microcredits }: NodeEstimate): string {
  const cost = microcredits === null ? null : range(microcredits, inCredits);
  if (duration === null) {
    const time = t.showsAfterRuns;
    return cost === null ? t.costsShowAfterRuns : `${cost}. ${time}`;
  }
  return t.estimateFrom(samples, cost ?? t.unknownCost, range(duration, formatDuration));
}

const inCredits = (microcredits: number): string => formatCredits(String(microcredits)) ?? t.unknownCost;

/** What is usual, and what one of ten exceeds. */
function range({ p50, p90 }: Spread, format: (value: number) => string): string {
  const [typical, high] = [format(p50), format(p90)];
  return typical === high ? typical : t.seldomOverflowThan(typical, high);
}
