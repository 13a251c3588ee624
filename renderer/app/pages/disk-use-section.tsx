import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { DiskUse } from '#shared/desk/index.ts';
import { callDesk, describeProblem } from '#renderer/desk/index.ts';
import { Button, ErrorState, formatBytes, showToast, Skeleton } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { SettingsRow } from '../parts/settings-row.tsx';
import css from '../parts/page.module.css';

const t = words.diskUse;

const KEY = ['desk', 'disk-use'] as const;

/** Where the data of this computer lies, how much of the disk it takes, and what can be cleared without loss. */
export function DiskUseSection(): ReactElement {
  const use = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => callDesk('getDiskUse', { signal }),
    // Files are measured when somebody looks, and at no other time.
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <section className={css['section']}>
      <h2 className={css['heading']}>{t.title}</h2>
      {use.isError ? (
        <ErrorState
          title={t.notMeasured}
          text={describeProblem(use.error)}
          onRetry={() => void use.refetch()}
        />
      ) : use.data ? (
        <DiskUseRows use={use.data} />
      ) : (
        <Skeleton height={178} radius={10} />
      )}
    </section>
  );
}

function DiskUseRows({ use }: { use: DiskUse }): ReactElement {
  const client = useQueryClient();
  const total = use.kinds.reduce((sum, { bytes }) => sum + bytes, 0);
  const previews = use.kinds.find(({ kind }) => kind === 'previews')?.bytes ?? 0;
  const clearing = useMutation({
    mutationFn: () => callDesk('clearPreviews', {}),
    onSuccess: (after) => {
      client.setQueryData(KEY, after);
      showToast({ title: t.cleared(formatBytes(previews)) });
    },
    onError: (error) =>
      showToast({ kind: 'error', title: t.notCleared, description: describeProblem(error) }),
  });
  const copyFolder = () =>
    navigator.clipboard.writeText(use.folder).then(
      () => showToast({ title: t.folderCopied }),
      () => showToast({ kind: 'error', title: t.folderNotCopied, description: use.folder }),
    );
  return (
    <div className={css['rows']}>
      <SettingsRow title={t.folder} hint={<span className={css['path']}>{use.folder}</span>}>
        <Button size="small" onClick={() => void copyFolder()}>
          {t.copyFolder}
        </Button>
      </SettingsRow>
      {use.kinds
        .filter(({ bytes, kind }) => bytes > 0 || kind === 'previews')
        .map(({ kind, bytes, files }) => (
          <SettingsRow key={kind} title={t.kinds[kind]} hint={t.hints[kind]}>
            {kind === 'previews' ? (
              <Button
                size="small"
                busy={clearing.isPending}
                disabledReason={bytes === 0 ? t.noPreviews : null}
                onClick={() => clearing.mutate()}
              >
                {t.clear}
              </Button>
            ) : null}
            <span className={css['bytes']} title={words.counts.files(files)}>
              {formatBytes(bytes)}
            </span>
          </SettingsRow>
        ))}
      <SettingsRow
        title={t.total}
        hint={
          <>
            {use.freeBytes === null ? null : t.free(formatBytes(use.freeBytes))}
            {use.isComplete ? null : <> {t.notComplete}</>}
          </>
        }
      >
        <span className={css['bytes']}>{formatBytes(total)}</span>
      </SettingsRow>
    </div>
  );
}
