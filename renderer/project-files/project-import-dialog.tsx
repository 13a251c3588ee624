import { useQueryClient } from '@tanstack/react-query';
import { FileArchive } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { Transfer } from '#shared/desk/index.ts';
import { isProjectFileName, PROJECT_FILE_ENDING } from '#shared/project-file/manifest.ts';
import { Button, Dialog, DialogStack, FileChoice, plural, ProblemNote } from '#renderer/ui/index.ts';
import { TransferProblems, TransferProgress } from './transfer-progress.tsx';
import { sendProjectFile, useTransfer } from './use-transfer.ts';

/** A new project out of a file: choosing, progress, and a report of what could not be brought along. */
export function ProjectImportDialog({
  connectionId,
  connectionName,
  initialFile,
  onOpen,
  onClose,
}: {
  connectionId: string;
  connectionName: string;
  initialFile: File | null;
  onOpen: (projectId: string) => void;
  onClose: () => void;
}): ReactElement {
  const { file, choose, made, transfer, working, problem, missingNodes, begin, cancel } = useImport(
    connectionId,
    initialFile,
  );
  const canBegin = file !== null && isProjectFileName(file.name);

  return (
    <Dialog
      open
      onClose={onClose}
      width={480}
      title={made ? 'Project imported' : 'Import project'}
      description={
        made
          ? undefined
          : `Makes a new project in ${connectionName} from a file that “Export project…” wrote.`
      }
      footer={
        working ? (
          <Button onClick={cancel}>Cancel</Button>
        ) : made ? (
          <>
            <Button onClick={onClose}>Close</Button>
            <Button variant="primary" onClick={() => made.projectId !== null && onOpen(made.projectId)}>
              Open the project
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" disabled={!canBegin} onClick={begin}>
              {missingNodes > 0 ? `Import without ${plural(missingNodes, 'node')}` : 'Import'}
            </Button>
          </>
        )
      }
    >
      {working ? (
        <TransferProgress kind="import" transfer={transfer} />
      ) : made ? (
        <ImportedReport made={made} />
      ) : (
        <DialogStack>
          <FileChoice
            icon={<FileArchive aria-hidden />}
            file={file}
            accept={PROJECT_FILE_ENDING}
            onChoose={choose}
          />
          {problem ? <ProblemNote>{problem}</ProblemNote> : null}
        </DialogStack>
      )}
    </Dialog>
  );
}

/** One import after the other: the second leaves out the nodes whose types the service lacks. */
function useImport(connectionId: string, initialFile: File | null) {
  const [file, setFile] = useState(initialFile);
  const [made, setMade] = useState<Transfer | null>(null);
  const client = useQueryClient();
  const { transfer, working, problem, start, cancel, forget } = useTransfer((done) => {
    void client.invalidateQueries({ queryKey: ['projects', connectionId] });
    setMade(done);
  });
  const missingTypes = transfer?.state === 'failed' ? transfer.missingTypes : [];
  const withoutMissing = missingTypes.length > 0;
  const isOtherFile = file !== null && !isProjectFileName(file.name);
  return {
    file,
    choose: (next: File) => {
      setFile(next);
      // What was shown is about the other file.
      forget();
    },
    made,
    transfer,
    working,
    problem: isOtherFile
      ? `${file.name} is not a project file. Choose one that ends in ${PROJECT_FILE_ENDING}.`
      : problem,
    missingNodes: missingTypes.reduce((sum, { nodes }) => sum + nodes, 0),
    begin: () => {
      if (file) start((transferId) => sendProjectFile(transferId, { connectionId, file, withoutMissing }));
    },
    cancel,
  };
}

function ImportedReport({ made }: { made: Transfer }): ReactElement {
  return (
    <DialogStack>
      <p>
        “<bdi>{made.name}</bdi>” has {plural(made.nodeCount, 'node')}
        {made.mediaCount > 0 ? ` and ${plural(made.mediaCount, 'file')}` : ''}.
      </p>
      {made.problems.length > 0 ? <p>This could not be included:</p> : null}
      <TransferProblems problems={made.problems} />
    </DialogStack>
  );
}
