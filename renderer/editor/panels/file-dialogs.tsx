import { useState, type ReactElement } from 'react';
import type { FileRecord } from '#shared/desk/index.ts';
import { callDesk, describeProblem } from '#renderer/desk/index.ts';
import { Button, Dialog, showToast, TextField } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { DeleteFiles } from './delete-files.tsx';

const text = words.files;

/** What is asked of a file. */
export type FileQuestion =
  | { kind: 'rename' | 'tags'; file: FileRecord }
  /** Of a row that stands for equal files: `copies` has all of them, the first included. */
  | { kind: 'delete'; file: FileRecord; copies: readonly FileRecord[] };

interface FileDialogProps {
  question: FileQuestion;
  /** The open project. */
  projectId: string;
  /** Titles of its nodes that hold a file. */
  usedBy: (fileId: string) => readonly string[];
  onClose: () => void;
}

export function FileDialog({ question, onClose, ...project }: FileDialogProps): ReactElement {
  switch (question.kind) {
    case 'rename':
      return <RenameFile file={question.file} onClose={onClose} />;
    case 'tags':
      return <TagFile file={question.file} onClose={onClose} />;
    default:
      return <DeleteFiles {...project} copies={question.copies} onClose={onClose} />;
  }
}

interface SingleFile {
  file: FileRecord;
  onClose: () => void;
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
  /** What is typed replaces the text of before. */
  isReplaced?: boolean;
  apply: (value: string) => Promise<unknown>;
  onClose: () => void;
}): ReactElement {
  const [value, setValue] = useState(props.initial);
  const save = (): void => {
    props
      .apply(value.trim())
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
          <Button onClick={props.onClose}>{words.common.cancel}</Button>
          <Button variant="primary" onClick={save}>
            {words.common.save}
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
          onFocus={({ target }) => props.isReplaced && target.select()}
          maxLength={props.maxLength}
          onValueChange={setValue}
        />
      </form>
    </Dialog>
  );
}

/** A name that is taken away gives the file the one that it came with. */
const RenameFile = ({ file, onClose }: SingleFile): ReactElement => (
  <TextQuestion
    title={text.renameTitle}
    description={text.renameText}
    label={text.name}
    initial={file.filename}
    isReplaced
    maxLength={200}
    apply={(name) => change(file, { name: name === '' ? null : name })}
    onClose={onClose}
  />
);

const TagFile = ({ file, onClose }: SingleFile): ReactElement => (
  <TextQuestion
    title={text.tagsTitle(file.filename)}
    description={text.tagsText}
    label={text.tagsField}
    initial={(file.tags ?? []).join(', ')}
    maxLength={400}
    apply={(value) => {
      const tags = value.split(',').map((tag) => tag.trim().slice(0, 40));
      return change(file, { tags: [...new Set(tags)].filter((tag) => tag !== '').slice(0, 20) });
    }}
    onClose={onClose}
  />
);
