import type { ReactElement } from 'react';
import { DialogProgress } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { ImportStep } from './otio-requests.ts';

const t = words.interchange.importProgress;

const stepWords: Record<ImportStep, string> = {
  packing: t.packingFolder,
  sending: t.sendingFile,
  reading: t.serviceReadsFile,
  storing: t.storingTimeline,
};

/** How far an import is. @param props.part from 0 to 1; null where nobody can say. */
export function ImportProgress({
  step,
  fraction,
}: {
  step: ImportStep;
  fraction: number | null;
}): ReactElement {
  const label = stepWords[step];
  const amount = fraction !== null && fraction > 0 ? ` · ${Math.round(fraction * 100)} %` : '…';
  return <DialogProgress label={label} status={`${label}${amount}`} value={fraction} />;
}
