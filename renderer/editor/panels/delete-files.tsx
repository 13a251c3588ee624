import { useQueries, useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { endpoints } from '#shared/api/index.ts';
import type { FileRecord, FileUse } from '#shared/desk/index.ts';
import { apiFor, callDesk, describeProblem } from '#renderer/desk/index.ts';
import { Button, Checkbox, Dialog, ProblemNote, showToast, Skeleton } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import css from './files-panel.module.css';

const text = words.files;

/** Equal files that are listed at once: where each is used is asked for one by one. */
const MAX_ROWS = 50;

/** What can bring a file back or run with it again. */
type MissingUse = Exclude<FileUse, 'project' | 'template' | 'running'>;

/** Sentences on what would miss a file. @param explained what is said in full further up. */
function missedSentences(uses: readonly MissingUse[], explained: ReadonlySet<MissingUse>): string[] {
  const duplicates = uses.filter((use) => explained.has(use)).map((use) => text.missedBriefly[use]);
  return [
    ...uses.filter((use) => !explained.has(use)).map((use) => text.missedBy[use]),
    ...(duplicates.length > 0 ? [text.missedAsAbove(duplicates.join(', '))] : []),
  ];
}

/** What is known of the uses of a file. */
interface Uses {
  isPending: boolean;
  /** The service said where it is used. */
  isLoaded: boolean;
  /** Sentences; none where nothing uses it. */
  lines: readonly string[];
  /** What would miss it though it does not hold it. */
  missedBy: readonly MissingUse[];
  /** A run made it: the gallery lists it. */
  isResult: boolean;
}

/** What is known in the open project. */
interface OpenProject {
  projectId: string;
  /** Titles of its nodes that hold a file. */
  usedBy: (fileId: string) => readonly string[];
}

/** Where each file is used: by nodes of the open project, by other projects and by templates. */
function useUses(files: readonly FileRecord[], { projectId, usedBy }: OpenProject): Uses[] {
  const answers = useQueries({
    queries: files.map(({ connectionId, fileId }) => ({
      queryKey: ['desk', 'file-users', connectionId, fileId],
      // What was taken out meanwhile does not hold it any more.
      gcTime: 0,
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await callDesk('getFileUsers', { params: { connectionId, fileId }, signal })).users,
    })),
  });
  const reasons = useReasons(files);
  return files.map(({ fileId }, index) => {
    const answer = answers[index];
    const users = answer?.data;
    const isResult = files[index]?.origin === 'run';
    const localUses = usedBy(fileId);
    // Its nodes say it of the open project.
    const projects =
      users?.projects.filter((entry) => localUses.length === 0 || entry.projectId !== projectId) ?? [];
    const lines = [
      localUses.length > 0 ? text.usedHere(localUses) : null,
      projects.length > 0 ? text.usedByProjects(projects.map(({ name }) => name)) : null,
      users && users.templates.length > 0
        ? text.usedByTemplates(users.templates.map(({ name }) => name))
        : null,
    ].filter((line) => line !== null);
    return {
      isPending: (answer?.isPending ?? true) || reasons.isPending,
      isLoaded: Boolean(users),
      lines,
      missedBy: reasons.usesOf(fileId),
      isResult,
    };
  });
}

/** What can bring files back or run with them again. */
function useReasons(files: readonly FileRecord[]) {
  const connectionId = files[0]?.connectionId ?? '';
  const fileIds = files.map(({ fileId }) => fileId);
  const { data, isPending } = useQuery({
    queryKey: ['desk', 'file-uses', connectionId, fileIds],
    gcTime: 0,
    retry: false,
    queryFn: async ({ signal }) =>
      (await callDesk('findFileUses', { params: { connectionId }, body: { fileIds }, signal })).uses,
  });
  return {
    isPending,
    usesOf: (fileId: string): MissingUse[] =>
      (data?.find((entry) => entry.fileId === fileId)?.by ?? []).flatMap((use) =>
        use === 'project' || use === 'template' || use === 'running' ? [] : [use],
      ),
  };
}

/** Deletes files one after the other, and says how it went. */
export async function deleteFiles(files: readonly FileRecord[]): Promise<void> {
  const failed: { filename: string; error: unknown }[] = [];
  for (const { connectionId, fileId, filename } of files) {
    try {
      await apiFor(connectionId)(endpoints.files.delete, { params: { file_id: fileId }, query: {} });
    } catch (error) {
      failed.push({ filename, error });
    }
  }
  if (files.length === 0) return;
  const [only] = files;
  const deletedCount = files.length - failed.length;
  if (deletedCount > 0) {
    const isSingle = files.length === 1 && only !== undefined;
    showToast({ kind: 'ok', title: isSingle ? text.deleted(only.filename) : text.deletedMany(deletedCount) });
  }
  const [first] = failed;
  if (first === undefined) return;
  showToast({
    kind: 'error',
    title: failed.length === 1 ? text.notDeleted(first.filename) : text.notDeletedMany(failed.length),
    description: describeProblem(first.error),
  });
}

/** Where files are used is said before they can be deleted; of equal files it is chosen which go. */
export function DeleteFiles({
  copies,
  onClose,
  ...project
}: OpenProject & {
  /** A file and all that are equal to it. */
  copies: readonly FileRecord[];
  onClose: () => void;
}): ReactElement {
  const visibleFiles = copies.slice(0, MAX_ROWS);
  const uses = useUses(visibleFiles, project);
  const [isBusy, setBusy] = useState(false);
  /** What was chosen of equal files; by itself one goes that nothing would miss. */
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isChosen = (fileId: string, missedBy: readonly MissingUse[]): boolean =>
    choices.get(fileId) ?? (copies.length === 1 || missedBy.length === 0);
  const removable = visibleFiles.filter(
    ({ fileId }, index) => uses[index]?.lines.length === 0 && isChosen(fileId, uses[index].missedBy),
  );
  const isPending = uses.some((entry) => entry.isPending);
  const isSingle = copies.length === 1;
  const name = copies[0]?.filename ?? '';
  const isUsed = isSingle && !isPending && removable.length === 0;
  const remove = async (): Promise<void> => {
    setBusy(true);
    await deleteFiles(removable);
    onClose();
  };
  return (
    <Dialog
      open
      width={440}
      title={isSingle ? text.deleteTitle(name) : text.copiesTitle(name)}
      description={isSingle ? (isUsed ? text.deleteUsed : text.deleteText) : text.copiesText(copies.length)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button
            variant="danger"
            busy={isBusy}
            disabledReason={
              isPending ? words.whyNot.stillReading : removable.length === 0 ? words.whyNot.filesUsed : null
            }
            onClick={() => void remove()}
          >
            {isSingle || removable.length === 0 ? text.deleteNow : text.deleteMany(removable.length)}
          </Button>
        </>
      }
    >
      {isPending ? (
        <Skeleton height={32} radius={6} />
      ) : isSingle ? (
        <SingleFileUses uses={uses[0]} />
      ) : (
        <>
          <ul className={css['copies']} aria-label={text.copies}>
            {visibleFiles.map((file, index) => (
              <Copy
                key={file.fileId}
                file={file}
                uses={uses[index]}
                explained={new Set(uses.slice(0, index).flatMap(({ missedBy }) => missedBy))}
                isDeletable={removable.includes(file)}
                onChange={(isDeletable) => setChoices(new Map([...choices, [file.fileId, isDeletable]]))}
              />
            ))}
          </ul>
          {copies.length > visibleFiles.length ? (
            <p className={css['uses']}>{text.moreCopies(copies.length - visibleFiles.length)}</p>
          ) : null}
        </>
      )}
    </Dialog>
  );
}

const SingleFileUses = ({ uses }: { uses: Uses | undefined }): ReactElement =>
  uses !== undefined && uses.lines.length + uses.missedBy.length > 0 ? (
    <ProblemNote>{[...uses.lines, ...missedSentences(uses.missedBy, new Set())].join(' ')}</ProblemNote>
  ) : (
    <p className={css['uses']}>
      {uses?.isLoaded ? text.unused : text.unknownUses}
      {uses?.isResult === true ? ` ${text.isResult}` : ''}
    </p>
  );

/** One of several equal files: chosen, unless it is used. */
function Copy({
  file: { filename },
  uses,
  explained,
  isDeletable,
  onChange,
}: {
  file: FileRecord;
  uses: Uses | undefined;
  /** What is said in full of the files above. */
  explained: ReadonlySet<MissingUse>;
  isDeletable: boolean;
  onChange: (isDeletable: boolean) => void;
}): ReactElement {
  const { lines = [], missedBy = [] } = uses ?? {};
  const notes = missedSentences(missedBy, explained);
  return (
    <li>
      <Checkbox
        label={filename}
        checked={isDeletable}
        disabled={lines.length > 0}
        onCheckedChange={onChange}
      />
      <p className={css['uses']}>
        {lines.length + notes.length > 0
          ? [...lines, ...notes].join(' ')
          : uses?.isLoaded
            ? uses.isResult
              ? text.isResult
              : text.copyUnused
            : text.unknownUses}
      </p>
    </li>
  );
}
