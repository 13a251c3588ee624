import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { endpoints } from '#shared/api/index.ts';
import { apiFor, callDesk, describeProblem, isConflict, isMissing } from '#renderer/desk/index.ts';
import {
  Button,
  Checkbox,
  Dialog,
  EmptyState,
  ErrorState,
  formatBytes,
  plural,
  Skeleton,
} from '#renderer/ui/index.ts';
import css from './free-space-dialog.module.css';

/** Deletes files of the account, the largest first, so that a full account takes an upload again. */
export function FreeSpaceDialog({
  connectionId,
  wantedBytes,
  onClose,
  onFreed,
}: {
  connectionId: string;
  /** Bytes that the upload needs. */
  wantedBytes: number;
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
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const [freedSome, setFreedSome] = useState(false);
  const list = files.data ?? [];
  const bytes = list.filter(({ fileId }) => chosen.has(fileId)).reduce((sum, one) => sum + one.sizeBytes, 0);

  const choose = (fileId: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(fileId);
    else next.delete(fileId);
    setChosen(next);
  };

  const remove = async () => {
    setBusy(true);
    let freed = 0;
    let used = 0;
    let problem: string | null = null;
    for (const fileId of chosen) {
      try {
        await apiFor(connectionId)(endpoints.files.delete, { params: { file_id: fileId } });
        freed += 1;
      } catch (error) {
        if (isMissing(error)) freed += 1;
        else if (isConflict(error)) used += 1;
        else problem = describeProblem(error);
      }
    }
    setBusy(false);
    setChosen(new Set());
    if (freed > 0 && used === 0 && problem === null) return onFreed();
    if (freed > 0) setFreedSome(true);
    setSaid(
      [
        freed > 0 ? `${plural(freed, 'file')} ${freed === 1 ? 'was' : 'were'} deleted.` : null,
        used > 0
          ? `${plural(used, 'file')} ${used === 1 ? 'is' : 'are'} used by projects and ${used === 1 ? 'was' : 'were'} kept.`
          : null,
        problem,
      ]
        .filter((sentence) => sentence !== null)
        .join(' '),
    );
    await files.refetch();
    return undefined;
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Free space"
      description={`The upload needs ${formatBytes(wantedBytes)}. Files that projects use are never deleted.`}
      width={520}
      footer={
        <>
          <span className={css['sum']} role="status">
            {chosen.size > 0 ? `${formatBytes(bytes)} chosen` : said}
          </span>
          <Button onClick={onClose}>Close</Button>
          {freedSome ? <Button onClick={onFreed}>Try the upload again</Button> : null}
          <Button variant="danger" disabled={chosen.size === 0} busy={busy} onClick={() => void remove()}>
            {chosen.size === 0 ? 'Delete files' : `Delete ${plural(chosen.size, 'file')}`}
          </Button>
        </>
      }
    >
      {files.isError ? (
        <ErrorState
          compact
          title="The files could not be read"
          text={describeProblem(files.error)}
          onRetry={() => void files.refetch()}
        />
      ) : files.isPending ? (
        <Skeleton height={120} radius={6} />
      ) : list.length === 0 ? (
        <EmptyState compact title="This computer knows no files of this account" />
      ) : (
        <ul className={css['files']}>
          {list.slice(0, 200).map((file) => (
            <li key={file.fileId}>
              <Checkbox
                label={file.filename}
                checked={chosen.has(file.fileId)}
                onCheckedChange={(isChosen) => choose(file.fileId, isChosen)}
              />
              <span className={css['size']}>{formatBytes(file.sizeBytes)}</span>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
