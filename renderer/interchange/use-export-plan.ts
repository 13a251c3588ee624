import { useEffect, useState } from 'react';
import type { KnownMedium } from '#shared/interchange/index.ts';
import type { TimelineDocument } from '#shared/timeline/index.ts';
import { knownOfDocument } from './cut-media.ts';
import { isWrittenHere, type ExportFormat, type ExportPlan } from './export-formats.ts';
import { createExportWorker, type ExportWorker } from './export-worker-client.ts';

interface Asked {
  document: TimelineDocument;
  format: ExportFormat;
  gone: ReadonlySet<string>;
  media: KnownMedia;
}
type KnownMedia = ReadonlyMap<string, KnownMedium>;

const NOTHING: KnownMedia = new Map();
type Found = Asked & ({ plan: ExportPlan } | { error: unknown });

/**
 * What an export would be, worked out apart from the page; null while it is.
 * @param document null while it is read.
 * @param gone media whose files are no longer there, by `mediumKey`; null while that is looked for.
 * @param media what is known of the others; null while that is looked for.
 */
export function useExportPlan(
  document: TimelineDocument | null,
  format: ExportFormat,
  gone: ReadonlySet<string> | null,
  media: KnownMedia | null,
): { plan: ExportPlan | null; error: unknown; worker: ExportWorker } {
  const [worker] = useState(createExportWorker);
  useEffect(() => () => worker.close(), [worker]);
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    if (!document || !gone || !media) return undefined;
    let isLeft = false;
    const set = (result: { plan: ExportPlan } | { error: unknown }): void => {
      if (!isLeft) setFound({ document, format, gone, media, ...result });
    };
    worker.ask('plan', document, { format, gone: [...gone], media: [...media] }).then(
      (plan) => set({ plan }),
      (error: unknown) => set({ error }),
    );
    return () => {
      isLeft = true;
    };
  }, [worker, document, format, gone, media]);
  const now =
    found?.document === document && found?.format === format && found.gone === gone && found.media === media
      ? found
      : null;
  return {
    plan: now && 'plan' in now ? now.plan : null,
    error: now && 'error' in now ? now.error : null,
    worker,
  };
}

/**
 * What is known of media that a timeline shows, by `mediumKey`; null while that is looked for. A bundle needs nothing of it.
 * @param document null while it is read.
 */
export function useKnownMedia(
  connectionId: string,
  document: TimelineDocument | null,
  format: ExportFormat,
): KnownMedia | null {
  const wanted = isWrittenHere(format) ? document : null;
  const [found, setFound] = useState<{ document: TimelineDocument; media: KnownMedia } | null>(null);
  useEffect(() => {
    if (!wanted) return undefined;
    const leaving = new AbortController();
    knownOfDocument(connectionId, wanted, leaving.signal).then(
      (media) => setFound({ document: wanted, media }),
      () => {
        if (!leaving.signal.aborted) setFound({ document: wanted, media: NOTHING });
      },
    );
    return () => leaving.abort();
  }, [connectionId, wanted]);
  if (!wanted) return NOTHING;
  return found?.document === wanted ? found.media : null;
}
