import { useState, type ReactElement } from 'react';
import { Button, Dialog } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { NewKey } from './new-key.tsx';
import css from './management.module.css';

const text = words.templates;

/** What was published, with the key of its endpoint this once. */
export function PublishedDialog({
  name,
  templateId,
  endpointKey,
  onClose,
  onShow,
}: {
  name: string;
  templateId: string;
  /** Null where no endpoint was made. */
  endpointKey: string | null;
  onClose: () => void;
  onShow: (templateId: string) => void;
}): ReactElement {
  const [isWarned, setWarned] = useState(false);
  return (
    <Dialog
      open
      // A key that was shown cannot be had again: Esc asks, and only Done closes.
      onClose={endpointKey === null ? onClose : () => setWarned(true)}
      width={520}
      title={endpointKey === null ? `${name} has a new state` : `${name} is published`}
      footer={
        <>
          <Button onClick={onClose}>Done</Button>
          <Button variant="primary" onClick={() => onShow(templateId)}>
            Show the template
          </Button>
        </>
      }
    >
      {endpointKey === null ? (
        <p>Its endpoint and key are the same as before.</p>
      ) : (
        <div className={css['published']}>
          <p>{text.published}</p>
          <NewKey endpointKey={endpointKey} />
          {isWarned ? (
            <p role="alert">This key cannot be shown again. Copy it first; Done closes without it.</p>
          ) : null}
        </div>
      )}
    </Dialog>
  );
}
