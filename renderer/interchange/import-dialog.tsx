import { useQueryClient } from '@tanstack/react-query';
import { FileVideo2 } from 'lucide-react';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { describeProblem, sendForm, type SendForm } from '#renderer/desk/index.ts';
import { timelineKeys, useTimeline } from '#renderer/timeline/index.ts';
import {
  Button,
  ChoiceList,
  Dialog,
  DialogProgress,
  DialogStack,
  FileChoice,
  plural,
  ProblemNote,
} from '#renderer/ui/index.ts';
import { ImportReport } from './import-report.tsx';
import { interchange } from './interchange-store.ts';
import { importOtio, isOtioName, type Imported, type ImportStep } from './otio-requests.ts';

export interface ImportDialogProps {
  connectionId: string;
  /** The open project; null where there is none. */
  projectId: string | null;
  /** The file to begin with. */
  initialFile: File | null;
  onClose: () => void;
  onOpenTimeline: (projectId: string) => void;
  /** The file was read without storing it, and can be shown. */
  onLook: () => void;
  send?: SendForm;
}

type Stage =
  | { at: 'choosing'; problem: string | null }
  | { at: 'working'; step: ImportStep; part: number | null }
  | { at: 'done'; imported: Imported };

const stepWords: Record<ImportStep, string> = {
  sending: 'Sending the file',
  reading: 'The service reads the file',
  storing: 'Storing the timeline',
};

/** File, destination, progress, report. */
export function ImportDialog({
  connectionId,
  projectId,
  initialFile,
  onClose,
  onOpenTimeline,
  onLook,
  send = sendForm,
}: ImportDialogProps): ReactElement {
  const [file, setFile] = useState(initialFile);
  const [to, setTo] = useState<'project' | 'new' | 'look'>(projectId === null ? 'new' : 'project');
  const [stage, setStage] = useState<Stage>({ at: 'choosing', problem: null });
  const running = useRef<AbortController | null>(null);
  const client = useQueryClient();
  const present = useTimeline(connectionId, projectId);

  useEffect(() => () => running.current?.abort(), []);

  const choose = (next: File) => {
    setFile(next);
    setStage({
      at: 'choosing',
      problem: isOtioName(next.name)
        ? null
        : `${next.name} is no OpenTimelineIO file. Choose one that ends in .otio, .otioz or .zip.`,
    });
  };

  const start = async () => {
    if (!file) return;
    const stop = new AbortController();
    running.current = stop;
    setStage({ at: 'working', step: 'sending', part: 0 });
    try {
      const imported = await importOtio({
        connectionId,
        file,
        target:
          to === 'project' && projectId !== null ? { to, projectId } : { to: to === 'look' ? to : 'new' },
        send,
        onStep: (step, part) => setStage({ at: 'working', step, part }),
        signal: stop.signal,
      });
      void client.invalidateQueries({ queryKey: ['projects', connectionId] });
      if (imported.projectId === null) {
        interchange.setState({ lookedAt: { connectionId, file, response: imported.response } });
      } else {
        void client.invalidateQueries({ queryKey: timelineKeys.of(connectionId, imported.projectId) });
      }
      setStage({ at: 'done', imported });
    } catch (error) {
      setStage({ at: 'choosing', problem: stop.signal.aborted ? null : describeProblem(error) });
    }
  };

  const replaced = present.data?.summary.clipCount ?? 0;
  const canStart = file !== null && isOtioName(file.name);
  const done = stage.at === 'done' ? stage.imported : null;
  const problem = stage.at === 'choosing' ? stage.problem : null;

  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      title={done ? (done.projectId === null ? 'The file was read' : 'Timeline imported') : 'Import OTIO'}
      description={
        done ? file?.name : 'A cut from an editing program: an .otio file, or a bundle with its media.'
      }
      footer={
        stage.at === 'working' ? (
          <Button onClick={() => running.current?.abort()}>Cancel</Button>
        ) : done ? (
          <>
            <Button onClick={onClose}>Close</Button>
            <Button
              variant="primary"
              onClick={() => (done.projectId === null ? onLook() : onOpenTimeline(done.projectId))}
            >
              {done.projectId === null ? 'Look at the timeline' : 'Open timeline'}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" disabled={!canStart} onClick={() => void start()}>
              {to === 'look' ? 'Look' : 'Import'}
            </Button>
          </>
        )
      }
    >
      {done ? (
        <ImportReport response={done.response} />
      ) : stage.at === 'working' ? (
        <DialogProgress
          label={stepWords[stage.step]}
          status={`${stepWords[stage.step]}${
            stage.part !== null && stage.part > 0 ? ` · ${Math.round(stage.part * 100)} %` : '…'
          }`}
          value={stage.part}
        />
      ) : (
        <DialogStack>
          <FileChoice
            icon={<FileVideo2 aria-hidden />}
            file={file}
            accept=".otio,.otioz,.zip"
            onChoose={choose}
          />
          {problem ? <ProblemNote>{problem}</ProblemNote> : null}
          <ChoiceList
            label="Where it goes"
            value={to}
            onValueChange={setTo}
            choices={[
              ...(projectId === null
                ? []
                : [
                    {
                      value: 'project' as const,
                      label: 'Into this project',
                      hint:
                        replaced > 0
                          ? `Its timeline of ${plural(replaced, 'clip')} is replaced. The graph stays as it is.`
                          : 'The graph stays as it is.',
                    },
                  ]),
              { value: 'new', label: 'Into a new project', hint: 'Named after the timeline.' },
              { value: 'look', label: 'Only look', hint: 'Shows what is in the file and stores nothing.' },
            ]}
          />
        </DialogStack>
      )}
    </Dialog>
  );
}
