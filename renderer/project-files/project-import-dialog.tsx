import { useQueryClient } from '@tanstack/react-query';
import { FileArchive } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { Transfer } from '#shared/desk/index.ts';
import { isProjectFileName, PROJECT_FILE_ENDING } from '#shared/project-file/manifest.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { Button, Dialog, DialogStack, FileChoice, ProblemNote } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { TransferProblems, TransferProgress } from './transfer-progress.tsx';
import { sendProjectFile, useTransfer } from './use-transfer.ts';

const t = words.projectFiles.projectImportDialog;

/** Films edited elsewhere, which another dialog takes over once one is chosen. */
export interface EditedFilms {
  /** Endings, as in `accept` of an input. */
  endings: string;
  isEditedFilm: (filename: string) => boolean;
  onFile: (file: File) => void;
  /** All files of a folder that was chosen. @throws Error with a sentence. */
  onFolder: (files: readonly File[]) => void;
}

/**
 * A new project out of a file: choosing, progress, and a report of what could not be brought along. A film that was
 * edited elsewhere may be chosen too.
 */
export function ProjectImportDialog({
  connectionId,
  connectionName,
  initialFile,
  films,
  onOpen,
  onClose,
}: {
  connectionId: string;
  connectionName: string;
  initialFile: File | null;
  films: EditedFilms;
  /** @param created what came with it */
  onOpen: (projectId: string, created: Transfer) => void;
  onClose: () => void;
}): ReactElement {
  const { file, choose, made, transfer, working, problem, missingNodes, begin, cancel } = useImport(
    connectionId,
    initialFile,
  );
  const [folderProblem, setFolderProblem] = useState<string | null>(null);
  const takeFile = (next: File) => {
    setFolderProblem(null);
    if (films.isEditedFilm(next.name)) films.onFile(next);
    else choose(next);
  };
  const takeFolder = (files: readonly File[]) => {
    setFolderProblem(null);
    try {
      films.onFolder(files);
    } catch (error) {
      setFolderProblem(describeProblem(error));
    }
  };

  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      title={made ? t.projectImported : words.projects.importTitle}
      description={made ? undefined : words.projects.importDescription(connectionName)}
      footer={
        working ? (
          <Button onClick={cancel}>{words.common.cancel}</Button>
        ) : made ? (
          <>
            <Button onClick={onClose}>{words.common.close}</Button>
            <Button variant="primary" onClick={() => made.projectId !== null && onOpen(made.projectId, made)}>
              {t.openProject}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{words.common.cancel}</Button>
            <Button variant="primary" whyDisabled={whyNotBegun(file)} onClick={begin}>
              {missingNodes > 0 ? t.import(missingNodes) : 'Import'}
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
            accept={`${PROJECT_FILE_ENDING},${films.endings}`}
            onSelect={takeFile}
            onFolder={takeFolder}
          />
          {(folderProblem ?? problem) ? <ProblemNote>{folderProblem ?? problem}</ProblemNote> : null}
        </DialogStack>
      )}
    </Dialog>
  );
}

/** One import after the other: the second leaves out the nodes whose types the service lacks. */
function useImport(connectionId: string, initialFile: File | null) {
  const [file, setFile] = useState(initialFile);
  const [made, setCreated] = useState<Transfer | null>(null);
  const client = useQueryClient();
  const { transfer, working, problem, start, cancel, clear } = useTransfer((completed) => {
    void client.invalidateQueries({ queryKey: ['projects', connectionId] });
    setCreated(completed);
  });
  const missingTypes = transfer?.state === 'failed' ? transfer.missingTypes : [];
  const withoutMissing = missingTypes.length > 0;
  const isOtherFile = file !== null && !isProjectFileName(file.name);
  return {
    file,
    choose: (next: File) => {
      setFile(next);
      // What was shown is about the other file.
      clear();
    },
    made,
    transfer,
    working,
    problem: isOtherFile ? words.projects.notAProject(file.name) : problem,
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
        “<bdi>{made.name}</bdi>” has{' '}
        {words.projects.importedWith({
          nodes: made.nodeCount,
          shots: made.shotCount ?? 0,
          clips: made.clipCount ?? 0,
          files: made.mediaCount,
        })}
        .
      </p>
      {made.problems.length > 0 ? <p>{t.couldNotIncluded}</p> : null}
      <TransferProblems problems={made.problems} />
    </DialogStack>
  );
}

const whyNotBegun = (file: File | null): string | null =>
  file === null ? words.whyNot.file : isProjectFileName(file.name) ? null : words.whyNot.notAProject;
