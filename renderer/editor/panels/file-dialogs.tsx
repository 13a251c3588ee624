import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { endpoints } from '#shared/api/index.ts';
import type { FileRecord } from '#shared/desk/index.ts';
import { apiFor, callDesk, describeProblem } from '#renderer/desk/index.ts';
import { Button, Dialog, ProblemNote, showToast, Skeleton, TextField } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import css from './files-panel.module.css';

const text = words.files;

/** What is asked of a file. */
export type FileQuestion = { kind: 'rename' | 'tags' | 'delete'; file: FileRecord };

export interface FileDialogProps {
  question: FileQuestion;
  /** Titles of the nodes of the open project that hold it. */
  usedBy: readonly string[];
  onClose: () => void;
}

export function FileDialog(props: FileDialogProps): ReactElement {
  switch (props.question.kind) {
    case 'rename':
      return <RenameFile {...props} />;
    case 'tags':
      return <TagFile {...props} />;
    default:
      return <DeleteFile {...props} />;
  }
}

const change = (
  { connectionId, fileId }: FileRecord,
  body: { name?: string | null; tags?: string[] },
): Promise<unknown> => callDesk('changeFile', { params: { connectionId, fileId }, body });

/** A text that is asked for, and what takes it. */
function TextQuestion(props: {
  title: string;
  description: string;
  label: string;
  initial: string;
  maxLength: number;
  take: (value: string) => Promise<unknown>;
  onClose: () => void;
}): ReactElement {
  const [value, setValue] = useState(props.initial);
  const save = (): void => {
    props
      .take(value.trim())
      .then(props.onClose, (error: unknown) =>
        showToast({ kind: 'error', title: text.notChanged, description: describeProblem(error) }),
      );
  };
  return (
    <Dialog
      open
      width={440}
      title={props.title}
      description={props.description}
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={props.onClose}>Cancel</Button>
          <Button variant="primary" onClick={save}>
            Save
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField
          label={props.label}
          value={value}
          autoFocus
          maxLength={props.maxLength}
          onValueChange={setValue}
        />
      </form>
    </Dialog>
  );
}

/** A name that is taken away gives the file the one that it came with. */
const RenameFile = ({ question: { file }, onClose }: FileDialogProps): ReactElement => (
  <TextQuestion
    title={text.renameTitle}
    description={text.renameText}
    label={text.name}
    initial={file.filename}
    maxLength={200}
    take={(name) => change(file, { name: name === '' ? null : name })}
    onClose={onClose}
  />
);

const TagFile = ({ question: { file }, onClose }: FileDialogProps): ReactElement => (
  <TextQuestion
    title={text.tagsTitle(file.filename)}
    description={text.tagsText}
    label={text.tagsField}
    initial={(file.tags ?? []).join(', ')}
    maxLength={400}
    take={(value) => {
      const tags = value.split(',').map((tag) => tag.trim().slice(0, 40));
      return change(file, { tags: [...new Set(tags)].filter((tag) => tag !== '').slice(0, 20) });
    }}
    onClose={onClose}
  />
);

/** Where a file is used is said before it can be deleted. */
function DeleteFile({ question: { file }, usedBy, onClose }: FileDialogProps): ReactElement {
  const { connectionId, fileId, filename } = file;
  const [isBusy, setBusy] = useState(false);
  const users = useQuery({
    queryKey: ['desk', 'file-users', connectionId, fileId],
    // What was taken out meanwhile does not hold it any more.
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (await callDesk('getFileUsers', { params: { connectionId, fileId }, signal })).users,
  });
  const found = users.data;
  const lines = [
    usedBy.length > 0 ? text.usedHere(usedBy) : null,
    found && found.projects.length > 0 ? text.usedByProjects(found.projects.map(({ name }) => name)) : null,
    found && found.templates.length > 0
      ? text.usedByTemplates(found.templates.map(({ name }) => name))
      : null,
  ].filter((line) => line !== null);
  const remove = async (): Promise<void> => {
    setBusy(true);
    try {
      await apiFor(connectionId)(endpoints.files.delete, { params: { file_id: fileId }, query: {} });
      showToast({ kind: 'ok', title: text.deleted(filename) });
    } catch (error) {
      showToast({ kind: 'error', title: text.notDeleted(filename), description: describeProblem(error) });
    }
    onClose();
  };
  return (
    <Dialog
      open
      width={440}
      title={text.deleteTitle(filename)}
      description={text.deleteText}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="danger"
            busy={isBusy}
            disabled={users.isPending || lines.length > 0}
            onClick={() => void remove()}
          >
            {text.deleteNow}
          </Button>
        </>
      }
    >
      {users.isPending ? (
        <Skeleton height={32} radius={6} />
      ) : lines.length > 0 ? (
        <ProblemNote>{lines.join(' ')}</ProblemNote>
      ) : (
        <p className={css['uses']}>{found ? text.unused : text.unknownUses}</p>
      )}
    </Dialog>
  );
}
