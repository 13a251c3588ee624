import { useEffect, useState } from 'react';
import type { TimelineDocument } from '#shared/timeline/index.ts';
import type { ExportFormat, ExportPlan } from './export-formats.ts';
import { createExportWorker, type ExportWorker } from './export-worker-client.ts';

interface Asked {
  document: TimelineDocument;
  format: ExportFormat;
  gone: ReadonlySet<string>;
}
type Found = Asked & ({ plan: ExportPlan } | { error: unknown });

/**
 * What an export would be, worked out apart from the page; null while it is.
 * @param document null while it is read.
 * @param gone media whose files are no longer there, by `mediumKey`; null while that is looked for.
 */
export function useExportPlan(
  document: TimelineDocument | null,
  format: ExportFormat,
  gone: ReadonlySet<string> | null,
): { plan: ExportPlan | null; error: unknown; worker: ExportWorker } {
  const [worker] = useState(createExportWorker);
  useEffect(() => () => worker.close(), [worker]);
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    if (!document || !gone) return undefined;
    let isLeft = false;
    const set = (result: { plan: ExportPlan } | { error: unknown }): void => {
      if (!isLeft) setFound({ document, format, gone, ...result });
    };
    worker.ask('plan', document, { format, gone: [...gone] }).then(
      (plan) => set({ plan }),
      (error: unknown) => set({ error }),
    );
    return () => {
      isLeft = true;
    };
  }, [worker, document, format, gone]);
  const now = found?.document === document && found?.format === format && found.gone === gone ? found : null;
  return {
    plan: now && 'plan' in now ? now.plan : null,
    error: now && 'error' in now ? now.error : null,
    worker,
  };
}
