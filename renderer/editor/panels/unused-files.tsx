import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import type { FileRecord, FileUse } from '#shared/desk/index.ts';
import { callDesk, describeProblem } from '#renderer/desk/index.ts';
import { Button, Checkbox, Dialog, formatBytes, ProblemNote, Skeleton } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { deleteFiles } from './delete-files.tsx';
import css from './files-panel.module.css';

const t = words.files.unusedFiles;

/** Files that one look is about; more are looked at when these are gone. */
const MAX_FILES = 10_000;
/** Rows that are listed; all of them go. */
const MAX_ROWS = 200;

/** Uploads that nothing wants any more, and how many are wanted by what. Results are deleted in the gallery. */
interface Unused {
  files: readonly FileRecord[];
  reasons: readonly { use: FileUse; count: number }[];
}

async function findUnused(connectionId: string, signal: AbortSignal): Promise<Unused | null> {
  const { files } = await callDesk('listFiles', {
    query: { connectionId, limit: String(MAX_FILES) },
    signal,
  });
  const uploads = files.filter(({ origin }) => origin === 'upload');
  const body = { fileIds: uploads.map(({ fileId }) => fileId) };
  const { uses } = await callDesk('findFileUses', { params: { connectionId }, body, signal });
  if (uses === null) return null;
  const usesById = new Map(uses.map(({ fileId, by }) => [fileId, by]));
  const counts = new Map<FileUse, number>();
  for (const [use] of usesById.values()) if (use !== undefined) counts.set(use, (counts.get(use) ?? 0) + 1);
  return {
    files: uploads.filter(({ fileId }) => !usesById.has(fileId)),
    reasons: [...counts].map(([use, count]) => ({ use, count })),
  };
}

/** Lists the uploads that are used nowhere, on this computer and at its service, and deletes them in one step. */
export function UnusedFiles({
  connectionId,
  onClose,
}: {
  connectionId: string;
  onClose: () => void;
}): ReactElement {
  const unused = useQuery({
    queryKey: ['desk', 'unused-files', connectionId],
    queryFn: ({ signal }) => findUnused(connectionId, signal),
    // What was put into a project a moment ago counts.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const [staying, setStaying] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const files = unused.data?.files ?? [];
  const removable = files.filter(({ fileId }) => !staying.has(fileId));
  const remove = async (): Promise<void> => {
    setBusy(true);
    // Once more: somebody may have used one while this was read.
    const current = await findUnused(connectionId, new AbortController().signal).catch(() => null);
    const unusedIds = new Set(current?.files.map(({ fileId }) => fileId));
    await deleteFiles(removable.filter(({ fileId }) => unusedIds.has(fileId)));
    onClose();
  };
  return (
    <Dialog
      open
      width={520}
      title={t.title}
      description={t.text}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button
            variant="danger"
            busy={isBusy}
            disabledReason={
              unused.isPending ? words.whyNot.stillReading : removable.length === 0 ? t.noSelection : null
            }
            onClick={() => void remove()}
          >
            {removable.length === 0 ? words.files.deleteNow : t.remove(removable.length)}
          </Button>
        </>
      }
    >
      {unused.isPending ? (
        <Skeleton height={64} radius={6} />
      ) : unused.isError ? (
        <ProblemNote>{describeProblem(unused.error)}</ProblemNote>
      ) : unused.data === null ? (
        <p className={css['uses']}>{t.onlyLocal}</p>
      ) : (
        <UnusedList unused={unused.data} removable={removable} onStay={setStaying} staying={staying} />
      )}
    </Dialog>
  );
}

/** The files, of which each can stay, and why others are kept. */
function UnusedList({
  unused: { files, reasons },
  removable,
  staying,
  onStay,
}: {
  unused: Unused;
  removable: readonly FileRecord[];
  staying: ReadonlySet<string>;
  onStay: (staying: ReadonlySet<string>) => void;
}): ReactElement {
  const size = formatBytes(removable.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
  return (
    <>
      <p className={css['uses']} role="status">
        {files.length === 0 ? t.none : t.found(files.length, size)}
      </p>
      <ul className={css['copies']} aria-label={t.list}>
        {files.slice(0, MAX_ROWS).map(({ fileId, filename, sizeBytes }) => (
          <li key={fileId}>
            <Checkbox
              label={`${filename}, ${formatBytes(sizeBytes)}`}
              checked={!staying.has(fileId)}
              onCheckedChange={(goes) => {
                const next = new Set(staying);
                if (goes) next.delete(fileId);
                else next.add(fileId);
                onStay(next);
              }}
            />
          </li>
        ))}
      </ul>
      {files.length > MAX_ROWS ? <p className={css['uses']}>{t.more(files.length - MAX_ROWS)}</p> : null}
      {reasons.length === 0 ? null : (
        <ul className={css['uses']} aria-label={t.reasonList}>
          {reasons.map(({ use, count }) => (
            <li key={use}>{t.reasons[use](count)}</li>
          ))}
        </ul>
      )}
    </>
  );
}
