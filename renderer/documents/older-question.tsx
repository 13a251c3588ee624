import type { ReactElement } from 'react';
import type { Side } from '#shared/documents/clash.ts';
import { Button, Dialog } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';

/** Asks what stands when the service went back to an older state. Edits go on behind it, and nothing is sent. */
export function OlderQuestion({
  theirs,
  mine,
  onAnswer,
  onLater,
}: {
  theirs: number;
  mine: number;
  onAnswer: (side: Side) => void;
  onLater: () => void;
}): ReactElement {
  const text = words.saving;
  return (
    <Dialog
      open
      onClose={onLater}
      title={text.olderTitle}
      description={text.olderQuestion(theirs, mine)}
      footer={
        <>
          <Button onClick={onLater}>{text.decideLater}</Button>
          <Button onClick={() => onAnswer('theirs')}>{text.takeOlder(theirs)}</Button>
          <Button variant="primary" onClick={() => onAnswer('mine')}>
            {text.keepNewer}
          </Button>
        </>
      }
    />
  );
}
