import type { ReactElement } from 'react';
import { Button, Dialog, DialogStack, estimateText, formatCredits } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.costs.limitDialog;

/** What a person is asked before a start above their limit. */
export interface LimitQuestion {
  /** The estimate, in lines. */
  lines: readonly string[];
  /** Microcredits. */
  limit: number;
  confirm: () => void;
}

/** Asks before a run that may cost more than the person's limit. */
export function LimitDialog({
  question,
  onClose,
}: {
  question: LimitQuestion;
  onClose: () => void;
}): ReactElement {
  const { lines, limit, confirm } = question;
  const amount = limit === 0 ? null : formatCredits(String(limit));
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.runAboveYourLimit}
      description={t.askedAbove(amount ?? t.noCredits)}
      footer={
        <>
          <Button onClick={onClose}>{t.doNotRun}</Button>
          <Button variant="run" onClick={confirm}>
            {t.run}
          </Button>
        </>
      }
    >
      <DialogStack>
        <p>{estimateText(lines)}</p>
        <p>{t.limitSettingsEachConnection}</p>
      </DialogStack>
    </Dialog>
  );
}
