import { useState, type ReactElement } from 'react';
import type { Transfer } from '#shared/desk/index.ts';
import { projectFileName } from '#shared/project-file/manifest.ts';
import { callDesk, describeProblem } from '#renderer/desk/index.ts';
import {
  Button,
  ChoiceList,
  Dialog,
  DialogStack,
  formatBytes,
  ProblemNote,
  saveBlob,
  showToast,
} from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { ExportRequest } from './project-files-store.ts';
import { TransferProblems, TransferProgress } from './transfer-progress.tsx';
import { fetchProjectFile, useTransfer } from './use-transfer.ts';
import css from './project-files.module.css';

const t = words.projectFiles.projectExportDialog;

/** A project, or one of its versions, into a file: with its media or without, progress, and what is missing. */
export function ProjectExportDialog({
  onClose,
  ...requested
}: ExportRequest & { onClose: () => void }): ReactElement {
  const [media, setMedia] = useState<MediaChoice>('with');
  const { transfer, packing, incomplete, problem, begin, cancel } = useExport(requested, onClose);
  return (
    <Dialog
      open
      onClose={onClose}
      width={480}
      title={incomplete ? t.exportedSomethingMissing : requested.version ? t.exportVersion : t.exportProject}
      description={incomplete ? undefined : descriptionOf(requested)}
      footer={
        packing ? (
          <Button onClick={cancel}>{words.common.cancel}</Button>
        ) : incomplete ? (
          <Button variant="primary" onClick={onClose}>
            {words.common.close}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{words.common.cancel}</Button>
            <Button variant="primary" onClick={() => void begin(media)}>
              {problem ? words.common.tryRetry : t.exportWord}
            </Button>
          </>
        )
      }
    >
      {packing ? (
        <TransferProgress kind="export" transfer={transfer} />
      ) : incomplete ? (
        <DialogStack>
          <p>{t.fileSavedNot}</p>
          <TransferProblems problems={incomplete.problems} />
        </DialogStack>
      ) : (
        <DialogStack>
          {problem ? <ProblemNote>{problem}</ProblemNote> : null}
          <ChoiceList label={t.media} value={media} onValueChange={setMedia} choices={mediaChoices} />
          <p className={css['hint']}>{t.keysSignedAddressesNever}</p>
        </DialogStack>
      )}
    </Dialog>
  );
}

type MediaChoice = 'with' | 'without';

const mediaChoices: { value: MediaChoice; label: string; hint: string }[] = [
  {
    value: 'with',
    label: t.withMedia,
    hint: t.imagesVideoSoundProject,
  },
  {
    value: 'without',
    label: t.label,
    hint: t.fileImportedServiceFinds,
  },
];

const descriptionOf = ({ version }: ExportRequest): string =>
  version
    ? t.versionAsFile(version.name ?? t.version(version.version), version.nodeCount)
    : t.patchbayFileGraphStoryboard;

/** One export after the other: packs the file, saves it, and closes the dialog when nothing is missing in it. */
function useExport({ connectionId, projectId, version, saveFirst }: ExportRequest, onClose: () => void) {
  const [incomplete, setIncomplete] = useState<Transfer | null>(null);
  const [saveProblem, setSaveProblem] = useState<string | null>(null);

  const finished = async (finishedTransfer: Transfer) => {
    try {
      const file = await fetchProjectFile(finishedTransfer.id);
      const name = projectFileName(finishedTransfer.name ?? 'project');
      saveBlob(file, name);
      // The blob has its own hold on the bytes; the copy in the desktop process can go.
      void callDesk('cancelTransfer', { params: { transferId: finishedTransfer.id } }).catch(() => undefined);
      if (finishedTransfer.problems.length > 0) return setIncomplete(finishedTransfer);
      showToast({ kind: 'ok', title: t.exported(name), description: formatBytes(file.size) });
      return onClose();
    } catch (error) {
      return setSaveProblem(describeProblem(error));
    }
  };
  const { transfer, working, problem, start, cancel } = useTransfer(
    (finishedTransfer) => void finished(finishedTransfer),
  );

  const begin = async (media: MediaChoice) => {
    setSaveProblem(null);
    try {
      if (version === null) await saveFirst?.();
    } catch (error) {
      setSaveProblem(t.screenCouldNotSaved(describeProblem(error)));
      return;
    }
    start((transferId) =>
      callDesk('startExport', {
        body: {
          transferId,
          connectionId,
          projectId,
          media: media === 'with',
          ...(version ? { versionId: version.id } : {}),
        },
      }),
    );
  };

  const visibleProblem = saveProblem ?? problem;
  const packing = working || (transfer?.state === 'done' && !incomplete && visibleProblem === null);
  return { transfer, packing, incomplete, problem: visibleProblem, begin, cancel };
}
