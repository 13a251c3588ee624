import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { endpoints } from '#shared/api/index.ts';
import type { FileRecord } from '#shared/desk/index.ts';
import { apiFor, callDesk, describeProblem, isConflict, isMissing } from '#renderer/desk/index.ts';
import {
  Button,
  Checkbox,
  Dialog,
  EmptyState,
  ErrorState,
  formatBytes,
  Skeleton,
} from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import css from './free-space-dialog.module.css';

const t = words.uploads.freeSpaceDialog;

/** Deletes files of the account, the largest first, so that a full account takes an upload again. */
export function FreeSpaceDialog({
  connectionId,
  requiredBytes,
  onClose,
  onFreed,
}: {
  connectionId: string;
  /** Bytes that the upload needs. */
  requiredBytes: number;
  onClose: () => void;
  /** At least one file was deleted. */
  onFreed: () => void;
}): ReactElement {
  const files = useQuery({
    queryKey: ['desk', 'files', connectionId],
    queryFn: async ({ signal }) =>
      (await callDesk('listFiles', { query: { connectionId }, signal })).files.toSorted(
        (a, b) => b.sizeBytes - a.sizeBytes,
      ),
  });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const [freedSome, setFreedSome] = useState(false);
  const list = files.data ?? [];
  const bytes = list
    .filter(({ fileId }) => selected.has(fileId))
    .reduce((sum, file) => sum + file.sizeBytes, 0);

  const remove = async () => {
    setBusy(true);
    const outcome = await deleteFiles(connectionId, selected);
    setBusy(false);
    setSelected(new Set());
    const { freed, used, problem } = outcome;
    if (freed > 0 && used === 0 && problem === null) return onFreed();
    if (freed > 0) setFreedSome(true);
    setMessage(outcomeText(outcome));
    await files.refetch();
    return undefined;
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={t.freeSpace}
      description={t.uploadNeedsFilesProjects(formatBytes(requiredBytes))}
      width={520}
      footer={
        <>
          <span className={css['sum']} role="status">
            {selected.size > 0 ? t.selected(formatBytes(bytes)) : message}
          </span>
          <Button onClick={onClose}>{words.common.close}</Button>
          {freedSome ? <Button onClick={onFreed}>{t.tryUploadRetry}</Button> : null}
          <Button
            variant="danger"
            disabledReason={selected.size === 0 ? words.whyNot.nothingToDelete : null}
            busy={busy}
            onClick={() => void remove()}
          >
            {selected.size === 0 ? t.deleteFiles : t.delete(selected.size)}
          </Button>
        </>
      }
    >
      {files.isError ? (
        <ErrorState
          compact
          title={t.filesCouldNotRead}
          text={describeProblem(files.error)}
          onRetry={() => void files.refetch()}
        />
      ) : files.isPending ? (
        <Skeleton height={120} radius={6} />
      ) : list.length === 0 ? (
        <EmptyState compact title={t.computerKnowsNoFiles} />
      ) : (
        <FileChoices files={list.slice(0, MAX_VISIBLE)} selected={selected} onChange={setSelected} />
      )}
    </Dialog>
  );
}

const MAX_VISIBLE = 200;

function FileChoices({
  files,
  selected,
  onChange,
}: {
  files: readonly FileRecord[];
  selected: ReadonlySet<string>;
  onChange: (picked: ReadonlySet<string>) => void;
}): ReactElement {
  const toggleSelected = (fileId: string, isSelected: boolean) => {
    const next = new Set(selected);
    if (isSelected) next.add(fileId);
    else next.delete(fileId);
    onChange(next);
  };
  return (
    <ul className={css['files']}>
      {files.map((file) => (
        <li key={file.fileId}>
          <Checkbox
            label={file.filename}
            checked={selected.has(file.fileId)}
            onCheckedChange={(isSelected) => toggleSelected(file.fileId, isSelected)}
          />
          <span className={css['size']}>{formatBytes(file.sizeBytes)}</span>
        </li>
      ))}
    </ul>
  );
}

interface Outcome {
  /** Files that are not there any more. */
  freed: number;
  /** Files that projects use. */
  used: number;
  /** Why another one stayed. */
  problem: string | null;
}

async function deleteFiles(connectionId: string, fileIds: ReadonlySet<string>): Promise<Outcome> {
  const outcome: Outcome = { freed: 0, used: 0, problem: null };
  for (const fileId of fileIds) {
    try {
      await apiFor(connectionId)(endpoints.files.delete, { params: { file_id: fileId } });
      outcome.freed += 1;
    } catch (error) {
      if (isMissing(error)) outcome.freed += 1;
      else if (isConflict(error)) outcome.used += 1;
      else outcome.problem = describeProblem(error);
    }
  }
  return outcome;
}

const outcomeText = ({ freed, used, problem }: Outcome): string =>
  [freed > 0 ? t.freed(freed) : null, used > 0 ? t.keptFiles(used) : null, problem]
    .filter((sentence) => sentence !== null)
    .join(' ');
