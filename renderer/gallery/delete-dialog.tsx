import type { ReactElement } from 'react';
import type { LibraryOutput } from '#shared/desk/index.ts';
import { Button, Dialog } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.gallery.deleteDialog;

/** Asks before files are deleted, and says what happens to outputs that have none. */
export function DeleteDialog({
  outputs,
  onClose,
  onDelete,
}: {
  outputs: readonly LibraryOutput[];
  onClose: () => void;
  onDelete: () => void;
}): ReactElement {
  const files = outputs.filter(({ fileId }) => fileId !== null).length;
  const values = outputs.length - files;
  const act = files === 0 ? t.hide(values) : t.delete(outputs.length);
  const sentences = [
    ...(files === 0
      ? []
      : [files === 1 && values === 0 ? t.fileDeletedServiceGood : t.theirFilesDeletedService]),
    ...(values === 0
      ? []
      : [`${files === 0 ? t.values : t.amongThem(values)} ${t.noFile(values, files > 0)}`]),
  ];
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${act}?`}
      description={sentences.join(' ')}
      footer={
        <>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button variant={files === 0 ? 'primary' : 'danger'} onClick={onDelete}>
            {act}
          </Button>
        </>
      }
    />
  );
}
