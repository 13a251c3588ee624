import { FileVideo2 } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { sendForm, type SendForm } from '#renderer/desk/index.ts';
import { useTimeline } from '#renderer/timeline/index.ts';
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
import { isOtioName, type Imported, type ImportStep, type ImportTarget } from './otio-requests.ts';
import { useImport } from './use-import.ts';

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

type Destination = 'project' | 'new' | 'look';

const isLook = (imported: Imported): boolean => imported.projectId === null;

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
  const [to, setTo] = useState<Destination>(projectId === null ? 'new' : 'project');
  const { stage, start, cancel, choose } = useImport(connectionId, send);
  const canStart = file !== null && isOtioName(file.name);
  const done = stage.at === 'done' ? stage.imported : null;

  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      title={done ? (isLook(done) ? 'The file was read' : 'Timeline imported') : 'Import OTIO'}
      description={
        done ? file?.name : 'A cut from an editing program: an .otio file, or a bundle with its media.'
      }
      footer={
        stage.at === 'working' ? (
          <Button onClick={cancel}>Cancel</Button>
        ) : done ? (
          <>
            <Button onClick={onClose}>Close</Button>
            <Button
              variant="primary"
              onClick={() => (done.projectId === null ? onLook() : onOpenTimeline(done.projectId))}
            >
              {isLook(done) ? 'Look at the timeline' : 'Open timeline'}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              variant="primary"
              disabled={!canStart}
              onClick={() => void (file && start(file, targetOf(to, projectId)))}
            >
              {to === 'look' ? 'Look' : 'Import'}
            </Button>
          </>
        )
      }
    >
      {stage.at === 'done' ? (
        <ImportReport response={stage.imported.response} />
      ) : stage.at === 'working' ? (
        <ImportProgress step={stage.step} part={stage.part} />
      ) : (
        <DialogStack>
          <FileChoice
            icon={<FileVideo2 aria-hidden />}
            file={file}
            accept=".otio,.otioz,.zip"
            onChoose={(next) => {
              setFile(next);
              choose(next);
            }}
          />
          {stage.problem ? <ProblemNote>{stage.problem}</ProblemNote> : null}
          <DestinationChoice connectionId={connectionId} projectId={projectId} value={to} onChange={setTo} />
        </DialogStack>
      )}
    </Dialog>
  );
}

const targetOf = (to: Destination, projectId: string | null): ImportTarget =>
  to === 'project' && projectId !== null ? { to, projectId } : { to: to === 'look' ? to : 'new' };

const stepWords: Record<ImportStep, string> = {
  sending: 'Sending the file',
  reading: 'The service reads the file',
  storing: 'Storing the timeline',
};

/** @param props.part from 0 to 1; null where nobody can say. */
function ImportProgress({ step, part }: { step: ImportStep; part: number | null }): ReactElement {
  const label = stepWords[step];
  const amount = part !== null && part > 0 ? ` · ${Math.round(part * 100)} %` : '…';
  return <DialogProgress label={label} status={`${label}${amount}`} value={part} />;
}

function DestinationChoice({
  connectionId,
  projectId,
  value,
  onChange,
}: {
  connectionId: string;
  projectId: string | null;
  value: Destination;
  onChange: (to: Destination) => void;
}): ReactElement {
  const present = useTimeline(connectionId, projectId);
  const replaced = present.data?.summary.clipCount ?? 0;
  const intoProject = {
    value: 'project' as const,
    label: 'Into this project',
    hint:
      replaced > 0
        ? `Its timeline of ${plural(replaced, 'clip')} is replaced. The graph stays as it is.`
        : 'The graph stays as it is.',
  };
  return (
    <ChoiceList
      label="Where it goes"
      value={value}
      onValueChange={onChange}
      choices={[
        ...(projectId === null ? [] : [intoProject]),
        { value: 'new', label: 'Into a new project', hint: 'Named after the timeline.' },
        { value: 'look', label: 'Only look', hint: 'Shows what is in the file and stores nothing.' },
      ]}
    />
  );
}
