import { useEffect, useMemo, useState, type ReactElement } from 'react';
import { validateTimeline, type TimelineDocument } from '#shared/timeline/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { useTimeline } from '#renderer/timeline/index.ts';
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
import {
  EXPORT_FORMATS,
  formatWords,
  planExport,
  type ExportFormat,
  type ExportPlan,
} from './export-formats.ts';
import { exportTimeline } from './export-timeline.ts';
import { ExportReport } from './export-report.tsx';

interface ExportDialogProps {
  connectionId: string;
  projectId: string;
  onClose: () => void;
}

type Stage =
  { at: 'choosing'; problem: string | null } | { at: 'working'; bytes: number; stop: AbortController };

/** The form in which a project's timeline leaves, what becomes of it there, and the file itself. */
export function ExportDialog({ connectionId, projectId, onClose }: ExportDialogProps): ReactElement {
  const [format, setFormat] = useState<ExportFormat>('otioz');
  const [stage, setStage] = useState<Stage>({ at: 'choosing', problem: null });
  const stop = stage.at === 'working' ? stage.stop : null;
  useEffect(() => () => stop?.abort(), [stop]);
  const stored = useTimeline(connectionId, projectId);
  const document = useMemo(() => checkedDocument(stored.data?.document), [stored.data]);
  const plan = useMemo(() => (document ? planExport(document, format) : null), [document, format]);

  const start = async (): Promise<void> => {
    if (!document || !plan) return;
    const running = new AbortController();
    setStage({ at: 'working', bytes: 0, stop: running });
    try {
      const { file, name } = await exportTimeline({
        connectionId,
        projectId,
        document,
        format,
        plan,
        onReceived: (bytes) => setStage({ at: 'working', bytes, stop: running }),
        signal: running.signal,
      });
      running.signal.throwIfAborted();
      saveBlob(file, name);
      showToast({ kind: 'ok', title: `Exported ${name}`, description: formatBytes(file.size) });
      onClose();
    } catch (error) {
      setStage({ at: 'choosing', problem: running.signal.aborted ? null : describeProblem(error) });
    }
  };

  const problem = stage.at === 'choosing' ? stage.problem : null;
  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      title="Export the timeline"
      description="For another editing program, with a report of what changes on the way."
      footer={
        stage.at === 'working' ? (
          <Button onClick={() => stage.stop.abort()}>Cancel</Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" disabled={!plan || isEmpty(format, plan)} onClick={() => void start()}>
              {problem === null ? 'Export' : 'Try again'}
            </Button>
          </>
        )
      }
    >
      {stage.at === 'working' ? (
        <DialogProgress
          label="Export"
          status={stage.bytes > 0 ? `${formatBytes(stage.bytes)} so far` : packingWords(format)}
          value={null}
        />
      ) : (
        <DialogStack>
          <ChoiceList
            label="Form"
            value={format}
            onValueChange={setFormat}
            choices={EXPORT_FORMATS.map((value) => ({ value, ...formatWords[value] }))}
          />
          {problem === null ? null : <ProblemNote>{problem}</ProblemNote>}
          {stored.error ? <ProblemNote>{describeProblem(stored.error)}</ProblemNote> : null}
          {plan && document ? (
            <ExportReport document={document} format={format} plan={plan} />
          ) : stored.isPending ? (
            <DialogProgress label="Reading" status="Reading the timeline…" value={null} />
          ) : null}
        </DialogStack>
      )}
    </Dialog>
  );
}

function checkedDocument(document: unknown): TimelineDocument | null {
  const checked = document === undefined ? null : validateTimeline(document);
  return checked?.ok ? checked.document : null;
}

const packingWords = (format: ExportFormat): string =>
  format === 'edl' || format === 'xml' ? 'Writing the file…' : 'The service packs the bundle…';

/** Whether there would be nothing in the file. */
const isEmpty = (format: ExportFormat, { files }: ExportPlan): boolean =>
  format === 'edl' && files.length === 0;
