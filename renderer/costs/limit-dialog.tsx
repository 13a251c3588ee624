import type { ReactElement } from 'react';
import { Button, Dialog, DialogStack, estimateText, formatCredits } from '#renderer/ui/index.ts';

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
      title="Run above your limit?"
      description={`You asked to be asked before runs above ${amount}, or of unknown cost.`}
      footer={
        <>
          <Button onClick={onClose}>Do not run</Button>
          <Button variant="run" onClick={confirm}>
            Run
          </Button>
        </>
      }
    >
      <DialogStack>
        <p>{estimateText(lines)}</p>
        <p>The limit is in Settings, for each connection.</p>
      </DialogStack>
    </Dialog>
  );
}
