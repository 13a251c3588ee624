import type { ReactElement } from 'react';
import type { Transfer } from '#shared/desk/index.ts';
import { DialogProgress, formatBytes } from '#renderer/ui/index.ts';
import { words as texts } from '#renderer/words/index.ts';
import css from './project-files.module.css';

const t = texts.projectFiles.transferProgress;

const words: Record<Transfer['kind'], Record<Transfer['step'], string>> = {
  export: {
    reading: t.readingProject,
    fetching: t.fetchingMedia,
    packing: t.writingFile,
    checking: t.checkingFile,
    uploading: t.uploadingMedia,
    creating: t.theProject,
  },
  import: {
    reading: t.readingFile,
    fetching: t.fetchingMedia2,
    packing: t.writingFile,
    checking: t.checkingFile,
    uploading: t.uploadingMedia2,
    creating: t.theProject,
  },
};

/** What a transfer is doing, and how far it is. */
export function TransferProgress({
  kind,
  transfer,
}: {
  kind: Transfer['kind'];
  transfer: Transfer | null;
}): ReactElement {
  const label = words[kind][transfer?.step ?? 'reading'];
  const { doneBytes = 0, totalBytes = null } = transfer ?? {};
  const share = totalBytes !== null && totalBytes > 0 ? Math.min(1, doneBytes / totalBytes) : null;
  const amount =
    totalBytes !== null && totalBytes > 0
      ? t.label(formatBytes(doneBytes), formatBytes(totalBytes))
      : doneBytes > 0
        ? formatBytes(doneBytes)
        : ' ';
  return <DialogProgress label={label} status={`${label}…`} value={share} amount={amount} />;
}

/** What could not be included. */
export function TransferProblems({ problems }: { problems: readonly string[] }): ReactElement | null {
  if (problems.length === 0) return null;
  return (
    <ul className={css['problems']} aria-label={t.couldNotIncluded}>
      {problems.slice(0, 200).map((problem, index) => (
        // Two media of one name say the same.
        <li key={index} dir="auto">
          {problem}
        </li>
      ))}
    </ul>
  );
}
