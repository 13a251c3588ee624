import type { ReactElement } from 'react';
import { RetryButton, ModelsButton } from '#renderer/commands/index.ts';
import { modelActionOf } from '#renderer/model/model-failures.ts';
import type { NodeRunState } from '#renderer/model/node-run-state.ts';
import { formatUncertain, VisuallyHidden } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { NodeLayout } from '../scene/node-layout.ts';
import { useEditor, useIsKey, useLeftOut, useBlockReason } from '../session/editor-context.ts';
import css from './node-band.module.css';

const t = words.editorNode.nodeBand;

/**
 * What kept a node from a result, in two lines, and where a model is missing the button that leads to it: over the lower edge of its picture, else below the node: it takes no room and is not
 * hit, so that nothing moves. What will keep it from one is said to screen readers; others see it at its pin.
 */
export function NodeBand({
  nodeId,
  run,
  layout,
}: {
  nodeId: string;
  run: NodeRunState | undefined;
  layout: NodeLayout;
}): ReactElement | null {
  const { session } = useEditor();
  const isAsItRan = useIsKey(session, nodeId, run?.key ?? null);
  const blockReason = useBlockReason(session, nodeId);
  const isLeftOut = useLeftOut(session, nodeId);
  // A node that was changed since may do better the next time.
  const isFailed = run?.phase === 'failed' && (run.key === null || isAsItRan) && !hasCompletedItems(run);
  if (!isFailed && !isLeftOut) {
    return blockReason === null ? null : <VisuallyHidden>{t.cannotRun(blockReason)}</VisuallyHidden>;
  }
  const { text, action, charge } = isFailed
    ? failureOf(run)
    : { text: t.notRun(blockReason ?? ''), action: null, charge: null };
  const { preview } = layout;
  return (
    <div
      className={css['band']}
      data-tone={isFailed && charge === null ? 'error' : 'warn'}
      data-below={preview === null || undefined}
      style={preview === null ? undefined : { bottom: layout.height - preview.top - preview.height }}
      title={text}
      data-widget={action !== null || charge !== null || undefined}
    >
      {/* A press on the words marks them and drags no node. */}
      <p data-widget data-markable>
        {bandText(text, { charge, hasAction: action !== null })}
      </p>
      {action === null ? null : <ModelsButton label={action} text={action.split(' ')[0]} />}
      {charge === null ? null : (
        <RetryButton
          label={words.runs.askAgain(formatUncertain(charge))}
          onSelect={() => session.store.select([nodeId])}
        />
      )}
    </div>
  );
}

/** Whether some items of a node failed and others are there: each that failed says why in its place. */
const hasCompletedItems = ({ items }: NodeRunState): boolean =>
  items !== null && items !== undefined && items.failed < items.total;

/** Why a node failed, what leads on, and what may have been charged, which a person alone asks again. */
const failureOf = ({ message, code, perhapsCharged }: NodeRunState) => ({
  text: message ?? t.nodeFailed,
  action: modelActionOf(code),
  charge: perhapsCharged ?? null,
});

/** @param charge what may have been charged, which then is all that is said. @param hasAction a button says the rest. */
const bandText = (
  text: string,
  { charge, hasAction }: { charge: string | null; hasAction: boolean },
): string => {
  if (charge !== null) return words.runs.bandOf(formatUncertain(charge));
  return hasAction ? firstSentenceOf(text) : text;
};

/** The button says the rest. */
const firstSentenceOf = (text: string): string => /^.*?[.](?= |$)/.exec(text)?.[0] ?? text;
