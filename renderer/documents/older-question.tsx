import type { ReactElement } from 'react';
import type { Side } from '#shared/documents/clash.ts';
import { Button, Dialog } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';

/** Asks what stands when the service went back to an older state. Edits go on behind it, and nothing is sent. */
export function OlderQuestion({
  theirs,
  version,
  onSelect,
  onPostpone,
}: {
  theirs: number;
  version: number;
  onSelect: (side: Side) => void;
  onPostpone: () => void;
}): ReactElement {
  const text = words.saving;
  return (
    <Dialog
      open
      onClose={onPostpone}
      title={text.olderTitle}
      description={text.olderQuestion(theirs, version)}
      footer={
        <>
          <Button onClick={onPostpone}>{text.postpone}</Button>
          <Button onClick={() => onSelect('theirs')}>{text.olderButton(theirs)}</Button>
          <Button variant="primary" onClick={() => onSelect('mine')}>
            {text.keepNewer}
          </Button>
        </>
      }
    />
  );
}
