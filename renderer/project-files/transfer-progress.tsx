import type { ReactElement } from 'react';
import type { Transfer } from '#shared/desk/index.ts';
import { DialogProgress, formatBytes } from '#renderer/ui/index.ts';
import css from './project-files.module.css';

const words: Record<Transfer['kind'], Record<Transfer['step'], string>> = {
  export: {
    reading: 'Reading the project',
    fetching: 'Fetching its media',
    packing: 'Writing the file',
    checking: 'Checking the file',
    uploading: 'Uploading media',
    creating: 'Making the project',
  },
  import: {
    reading: 'Reading the file',
    fetching: 'Fetching media',
    packing: 'Writing the file',
    checking: 'Checking the file',
    uploading: 'Uploading its media',
    creating: 'Making the project',
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
      ? `${formatBytes(doneBytes)} of ${formatBytes(totalBytes)}`
      : doneBytes > 0
        ? formatBytes(doneBytes)
        : ' ';
  return <DialogProgress label={label} status={`${label}…`} value={share} amount={amount} />;
}

/** What could not be included. */
export function TransferProblems({ problems }: { problems: readonly string[] }): ReactElement | null {
  if (problems.length === 0) return null;
  return (
    <ul className={css['problems']} aria-label="What could not be included">
      {problems.slice(0, 200).map((problem, index) => (
        // Two media of one name say the same.
        <li key={index} dir="auto">
          {problem}
        </li>
      ))}
    </ul>
  );
}
