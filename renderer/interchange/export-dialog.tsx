import { useEffect, useState, useSyncExternalStore, type ReactElement } from 'react';
import type { ExportFormat } from '#shared/timeline/cut-formats.ts';
import type { TimelineDocument } from '#shared/timeline/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import {
  mediaDocuments,
  UnsoundDocument,
  useOpenDocument,
  type DocumentSession,
} from '#renderer/documents/index.ts';
import {
  Button,
  ChoiceList,
  Dialog,
  DialogProgress,
  DialogStack,
  formatBytes,
  ProblemNote,
  saveBlob,
  showToast,
} from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { EXPORT_FORMATS, isLocalFormat, type ExportPlan } from './export-formats.ts';
import { exportTimeline } from './export-timeline.ts';
import type { ExportWorker } from './export-worker-client.ts';
import { ExportReport } from './export-report.tsx';
import { useExportPlan, useMediaInfo } from './use-export-plan.ts';
import { useMissingMedia } from './use-gone-media.ts';

const t = words.interchange.exportDialog;

interface ExportDialogProps {
  connectionId: string;
  projectId: string;
  onClose: () => void;
}

type Stage =
  | { at: 'choosing'; problem: string | null }
  | { at: 'working'; bytes: number; stop: AbortController };

/** The form in which a project's timeline leaves, what becomes of it there, and the file itself. */
export function ExportDialog({ connectionId, projectId, onClose }: ExportDialogProps): ReactElement {
  const [format, setFormat] = useState<ExportFormat>('otioz');
  const { session, error } = useOpenDocument(mediaDocuments.timeline, connectionId, projectId);
  const document = useSessionDocument(session);
  const missingMedia = useMissingMedia(connectionId, document);
  const media = useMediaInfo(connectionId, document);
  const { plan, error: planError, worker } = useExportPlan(document, format, missingMedia, media);
  const { stage, start, reset } = useExporting({
    connectionId,
    projectId,
    format,
    session,
    plan,
    worker,
    onClose,
  });
  const failure = error ?? planError;
  const disabledReason = !plan
    ? failure
      ? words.whyNot.notRead
      : words.whyNot.stillReading
    : isEmpty(format, plan)
      ? words.whyNot.nothingToExport
      : null;
  const problem = stage.at === 'choosing' ? stage.problem : null;
  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      title={t.exportTimeline}
      description={t.anotherEditingProgramReport}
      footer={
        stage.at === 'working' ? (
          <Button onClick={() => stage.stop.abort()}>{words.common.cancel}</Button>
        ) : (
          <>
            <Button onClick={onClose}>{words.common.cancel}</Button>
            <Button variant="primary" disabledReason={disabledReason} onClick={() => void start()}>
              {problem === null ? t.export : words.common.tryRetry}
            </Button>
          </>
        )
      }
    >
      {stage.at === 'working' ? (
        <DialogProgress
          label={t.export}
          status={stage.bytes > 0 ? t.label(formatBytes(stage.bytes)) : packingWords(format)}
          value={null}
        />
      ) : (
        <DialogStack>
          <ChoiceList
            label={t.format}
            value={format}
            onValueChange={(selected) => {
              setFormat(selected);
              reset();
            }}
            choices={EXPORT_FORMATS.map((value) => ({ value, ...words.interchange.exportFormats[value] }))}
          />
          {problem === null ? null : <ProblemNote>{problem}</ProblemNote>}
          {failure === null ? null : <ProblemNote>{readErrorText(failure)}</ProblemNote>}
          {plan && missingMedia && document ? (
            <ExportReport document={document} format={format} plan={plan} missingMedia={missingMedia} />
          ) : failure === null ? (
            <DialogProgress label={t.reading} status={t.readingTimeline} value={null} />
          ) : null}
        </DialogStack>
      )}
    </Dialog>
  );
}

/** Makes the file, and says how far it is and why it was not made. */
function useExporting({
  connectionId,
  projectId,
  format,
  session,
  plan,
  worker,
  onClose,
}: ExportDialogProps & {
  format: ExportFormat;
  session: DocumentSession<TimelineDocument> | null;
  plan: ExportPlan | null;
  worker: ExportWorker;
}): { stage: Stage; start: () => Promise<void>; reset: () => void } {
  const [stage, setStage] = useState<Stage>({ at: 'choosing', problem: null });
  const stop = stage.at === 'working' ? stage.stop : null;
  useEffect(() => () => stop?.abort(), [stop]);
  const start = async (): Promise<void> => {
    if (!session || !plan) return;
    const running = new AbortController();
    setStage({ at: 'working', bytes: 0, stop: running });
    try {
      const { file, name } = await exportTimeline({
        connectionId,
        projectId,
        document: await exportedDocument(session, format),
        format,
        plan,
        worker,
        onReceived: (bytes) => setStage({ at: 'working', bytes, stop: running }),
        signal: running.signal,
      });
      running.signal.throwIfAborted();
      saveBlob(file, name);
      showToast({ kind: 'ok', title: t.exported(name), description: formatBytes(file.size) });
      onClose();
    } catch (error) {
      setStage({ at: 'choosing', problem: running.signal.aborted ? null : describeProblem(error) });
    }
  };
  return { stage, start, reset: () => setStage({ at: 'choosing', problem: null }) };
}

/** The timeline as it is in this window, with what is not yet saved; null while it is read. */
const useSessionDocument = (session: DocumentSession<TimelineDocument> | null): TimelineDocument | null =>
  useSyncExternalStore(session?.subscribe ?? noopSubscribe, () => session?.getState().document ?? null);
const noopSubscribe = () => () => undefined;

/**
 * The timeline that goes out: as it is in this window. Services pack what they have, so they get every edit before.
 * @throws Error with a sentence where that cannot be done now.
 */
async function exportedDocument(
  session: DocumentSession<TimelineDocument>,
  format: ExportFormat,
): Promise<TimelineDocument> {
  if (!isLocalFormat(format)) {
    try {
      await session.flush();
    } catch (error) {
      throw new Error(words.clips.bundleNeedsService(describeProblem(error)), { cause: error });
    }
  }
  return session.getState().document;
}

const readErrorText = (error: unknown): string =>
  error instanceof UnsoundDocument ? words.clips.unsoundNotExported : describeProblem(error);

const packingWords = (format: ExportFormat): string =>
  isLocalFormat(format) ? t.writingFile : t.servicePacksBundle;

/** Whether there would be nothing in the file. */
const isEmpty = (format: ExportFormat, { files }: ExportPlan): boolean =>
  isLocalFormat(format) && files.length === 0;
