import type { ReactElement } from 'react';
import type { LibraryOutput } from '#shared/desk/index.ts';
import { Button, Dialog, plural } from '#renderer/ui/index.ts';

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
  const act = files === 0 ? `Hide ${plural(values, 'value')}` : `Delete ${plural(outputs.length, 'output')}`;
  const sentences = [
    ...(files === 0
      ? []
      : [
          files === 1 && values === 0
            ? 'Its file is deleted at the service for good. A file that a project uses stays, and you are told which project. To put an output out of sight only, hide it.'
            : 'Their files are deleted at the service for good. Files that a project uses stay, and you are told which project. To put outputs out of sight only, hide them.',
        ]),
    ...(values === 0
      ? []
      : [
          `${files === 0 ? 'Values' : `${plural(values, 'value')} among them`} ${values === 1 && files > 0 ? 'has' : 'have'} no file to delete: what a run answered stays with it. Here ${values === 1 ? 'it is' : 'they are'} put out of sight, and found again by “Show what is hidden”.`,
        ]),
  ];
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${act}?`}
      description={sentences.join(' ')}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant={files === 0 ? 'primary' : 'danger'} onClick={onDelete}>
            {act}
          </Button>
        </>
      }
    />
  );
}
