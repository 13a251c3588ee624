import { useState, type ReactElement } from 'react';
import { Button, Dialog } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { NewKey } from './new-key.tsx';
import css from './management.module.css';

const t = words.endpoints.publishedDialog;

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
      title={endpointKey === null ? t.newState(name) : t.isPublished(name)}
      footer={
        <>
          <Button onClick={onClose}>{words.common.finished}</Button>
          <Button variant="primary" onClick={() => onShow(templateId)}>
            {t.showTemplate}
          </Button>
        </>
      }
    >
      {endpointKey === null ? (
        <p>{t.endpointKeySameBefore}</p>
      ) : (
        <div className={css['published']}>
          <p>{text.published}</p>
          <NewKey endpointKey={endpointKey} />
          {isWarned ? <p role="alert">{t.keyCannotCopyFirst}</p> : null}
        </div>
      )}
    </Dialog>
  );
}
