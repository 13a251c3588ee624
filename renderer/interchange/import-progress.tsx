import type { ReactElement } from 'react';
import { DialogProgress } from '#renderer/ui/index.ts';
import type { ImportStep } from './otio-requests.ts';

const stepWords: Record<ImportStep, string> = {
  packing: 'Packing the folder',
  sending: 'Sending the file',
  reading: 'The service reads the file',
  storing: 'Storing the timeline',
};

/** How far an import is. @param props.part from 0 to 1; null where nobody can say. */
export function ImportProgress({ step, part }: { step: ImportStep; part: number | null }): ReactElement {
  const label = stepWords[step];
  const amount = part !== null && part > 0 ? ` · ${Math.round(part * 100)} %` : '…';
  return <DialogProgress label={label} status={`${label}${amount}`} value={part} />;
}
