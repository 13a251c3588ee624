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
  const amount = limit === 0 ? '0 credits' : formatCredits(String(limit));
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.runAboveYourLimit}
      description={`You asked to be asked before runs above ${amount}, or of unknown cost.`}
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
