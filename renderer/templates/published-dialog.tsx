import type { ReactElement } from 'react';
import { Button, Dialog } from '#renderer/ui/index.ts';
import { NewKey } from './new-key.tsx';

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
  return (
    <Dialog
      open
      onClose={onClose}
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
        <NewKey endpointKey={endpointKey} />
      )}
    </Dialog>
  );
}
