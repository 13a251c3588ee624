import { useEffect, useRef, useState, type ReactElement } from 'react';
import { describeProblem } from '#renderer/desk/index.ts';
import {
  Button,
  Dialog,
  DialogProgress,
  formatBytes,
  ProblemNote,
  saveBlob,
  showToast,
} from '#renderer/ui/index.ts';
import { exportOtio } from './otio-requests.ts';

interface ExportDialogProps {
  connectionId: string;
  projectId: string;
  onClose: () => void;
}

/** Fetches the bundle of a project's timeline and hands it to the person; it begins as soon as it is shown. */
export function ExportDialog(props: ExportDialogProps): ReactElement {
  const [attempt, setAttempt] = useState(1);
  return <Attempt key={attempt} {...props} onAgain={() => setAttempt(attempt + 1)} />;
}

function Attempt({
  connectionId,
  projectId,
  onClose,
  onAgain,
}: ExportDialogProps & { onAgain: () => void }): ReactElement {
  const [bytes, setBytes] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const close = useRef(onClose);

  useEffect(() => {
    close.current = onClose;
  });

  useEffect(() => {
    const stop = new AbortController();
    const run = async () => {
      try {
        const { bundle, name } = await exportOtio({
          connectionId,
          projectId,
          onReceived: setBytes,
          signal: stop.signal,
        });
        if (stop.signal.aborted) return;
        saveBlob(bundle, name);
        showToast({ kind: 'ok', title: `Exported ${name}`, description: formatBytes(bundle.size) });
        close.current();
      } catch (error) {
        if (!stop.signal.aborted) setProblem(describeProblem(error));
      }
    };
    void run();
    return () => stop.abort();
  }, [connectionId, projectId]);

  return (
    <Dialog
      open
      onClose={onClose}
      title="Export OTIO"
      description="A ZIP with timeline.otio and the media of the project’s timeline that the service has."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {problem === null ? null : (
            <Button variant="primary" onClick={onAgain}>
              Try again
            </Button>
          )}
        </>
      }
    >
      {problem === null ? (
        <DialogProgress
          label="Export"
          status={bytes === 0 ? 'The service packs the bundle…' : `${formatBytes(bytes)} so far`}
          value={null}
        />
      ) : (
        <ProblemNote>{problem}</ProblemNote>
      )}
    </Dialog>
  );
}
