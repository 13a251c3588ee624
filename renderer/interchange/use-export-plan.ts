import { useEffect, useState } from 'react';
import type { MediumInfo } from '#shared/interchange/index.ts';
import type { ExportFormat } from '#shared/timeline/cut-formats.ts';
import type { TimelineDocument } from '#shared/timeline/index.ts';
import { mediaOfDocument } from './cut-media.ts';
import type { ExportPlan } from './export-formats.ts';
import { createExportWorker, type ExportWorker } from './export-worker-client.ts';

interface PlanRequest {
  document: TimelineDocument;
  format: ExportFormat;
  removed: ReadonlySet<string>;
  media: MediaMap;
}
type MediaMap = ReadonlyMap<string, MediumInfo>;

const NO_MEDIA: MediaMap = new Map();
type Found = PlanRequest & ({ plan: ExportPlan } | { error: unknown });

/**
 * What an export would be, worked out apart from the page; null while it is.
 * @param document null while it is read.
 * @param missingMedia media whose files are no longer there, by `mediumKey`; null while that is looked for.
 * @param media what is known of the others; null while that is looked for.
 */
export function useExportPlan(
  document: TimelineDocument | null,
  format: ExportFormat,
  missingMedia: ReadonlySet<string> | null,
  media: MediaMap | null,
): { plan: ExportPlan | null; error: unknown; worker: ExportWorker } {
  const [worker] = useState(createExportWorker);
  useEffect(() => () => worker.close(), [worker]);
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    if (!document || !missingMedia || !media) return undefined;
    let isLeft = false;
    const set = (result: { plan: ExportPlan } | { error: unknown }): void => {
      if (!isLeft) setFound({ document, format, removed: missingMedia, media, ...result });
    };
    worker.request('plan', document, { format, removed: [...missingMedia], media: [...media] }).then(
      (plan) => set({ plan }),
      (error: unknown) => set({ error }),
    );
    return () => {
      isLeft = true;
    };
  }, [worker, document, format, missingMedia, media]);
  const current =
    found?.document === document &&
    found?.format === format &&
    found.removed === missingMedia &&
    found.media === media
      ? found
      : null;
  return {
    plan: current && 'plan' in current ? current.plan : null,
    error: current && 'error' in current ? current.error : null,
    worker,
  };
}

/**
 * What is known of media that a timeline shows, by `mediumKey`; null while that is looked for.
 * @param document null while it is read.
 */
export function useMediaInfo(connectionId: string, document: TimelineDocument | null): MediaMap | null {
  const [found, setFound] = useState<{ document: TimelineDocument; media: MediaMap } | null>(null);
  useEffect(() => {
    if (!document) return undefined;
    const controller = new AbortController();
    mediaOfDocument(connectionId, document, controller.signal).then(
      (media) => setFound({ document, media }),
      () => {
        if (!controller.signal.aborted) setFound({ document, media: NO_MEDIA });
      },
    );
    return () => controller.abort();
  }, [connectionId, document]);
  return document && found?.document === document ? found.media : null;
}
