import { useQueryClient } from '@tanstack/react-query';
import { FileArchive } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { Transfer } from '#shared/desk/index.ts';
import { isProjectFileName, PROJECT_FILE_ENDING } from '#shared/project-file/manifest.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { Button, Dialog, DialogStack, FileChoice, ProblemNote } from '#renderer/ui/index.ts';
import { quote, words } from '#renderer/words/index.ts';
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
  const { file, select, made, transfer, working, problem, missingNodes, begin, cancel } = useImport(
    connectionId,
    initialFile,
  );
  const [folderProblem, setFolderProblem] = useState<string | null>(null);
  const selectFile = (next: File) => {
    setFolderProblem(null);
    if (films.isEditedFilm(next.name)) films.onFile(next);
    else select(next);
  };
  const selectFolder = (files: readonly File[]) => {
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
            <Button variant="primary" disabledReason={disabledReason(file)} onClick={begin}>
              {missingNodes > 0 ? t.import(missingNodes) : t.importWord}
            </Button>
          </>
        )
      }
    >
      {working ? (
        <TransferProgress kind="import" transfer={transfer} />
      ) : made ? (
        <ImportedReport created={made} />
      ) : (
        <DialogStack>
          <FileChoice
            icon={<FileArchive aria-hidden />}
            file={file}
            accept={`${PROJECT_FILE_ENDING},${films.endings}`}
            onSelect={selectFile}
            onFolder={selectFolder}
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
  const [created, setCreated] = useState<Transfer | null>(null);
  const client = useQueryClient();
  const { transfer, working, problem, start, cancel, clear } = useTransfer((completed) => {
    void client.invalidateQueries({ queryKey: ['projects', connectionId] });
    setCreated(completed);
  });
  const missingTypes = transfer?.state === 'failed' ? transfer.missingTypes : [];
  const skipsMissing = missingTypes.length > 0;
  const isUnsupported = file !== null && !isProjectFileName(file.name);
  return {
    file,
    select: (next: File) => {
      setFile(next);
      // What was shown is about the other file.
      clear();
    },
    made: created,
    transfer,
    working,
    problem: isUnsupported ? words.projects.notAProject(file.name) : problem,
    missingNodes: missingTypes.reduce((sum, { nodes }) => sum + nodes, 0),
    begin: () => {
      if (file) start((transferId) => sendProjectFile(transferId, { connectionId, file, skipsMissing }));
    },
    cancel,
  };
}

function ImportedReport({ created }: { created: Transfer }): ReactElement {
  return (
    <DialogStack>
      <p>
        <bdi>{quote(created.name ?? '')}</bdi>{' '}
        {words.projectFiles.importedHas(
          words.projects.importedWith({
            nodes: created.nodeCount,
            shots: created.shotCount ?? 0,
            clips: created.clipCount ?? 0,
            files: created.mediaCount,
          }),
        )}
      </p>
      {created.problems.length > 0 ? <p>{t.couldNotIncluded}</p> : null}
      <TransferProblems problems={created.problems} />
    </DialogStack>
  );
}

const disabledReason = (file: File | null): string | null =>
  file === null ? words.whyNot.file : isProjectFileName(file.name) ? null : words.whyNot.notAProject;
