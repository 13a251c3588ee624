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
  plural,
  ProblemNote,
  saveBlob,
  showToast,
} from '#renderer/ui/index.ts';
import type { ExportRequest } from './project-files-store.ts';
import { TransferProblems, TransferProgress } from './transfer-progress.tsx';
import { fetchProjectFile, useTransfer } from './use-transfer.ts';
import css from './project-files.module.css';

/** A project, or one of its versions, into a file: with its media or without, progress, and what is missing. */
export function ProjectExportDialog({
  onClose,
  ...asked
}: ExportRequest & { onClose: () => void }): ReactElement {
  const [media, setMedia] = useState<MediaChoice>('with');
  const { transfer, packing, incomplete, problem, begin, cancel } = useExport(asked, onClose);
  return (
    <Dialog
      open
      onClose={onClose}
      width={480}
      title={
        incomplete
          ? 'Exported, with something missing'
          : asked.version
            ? 'Export a version'
            : 'Export project'
      }
      description={incomplete ? undefined : descriptionOf(asked)}
      footer={
        packing ? (
          <Button onClick={cancel}>Cancel</Button>
        ) : incomplete ? (
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" onClick={() => void begin(media)}>
              {problem ? 'Try again' : 'Export'}
            </Button>
          </>
        )
      }
    >
      {packing ? (
        <TransferProgress kind="export" transfer={transfer} />
      ) : incomplete ? (
        <DialogStack>
          <p>The file was saved. This is not in it:</p>
          <TransferProblems problems={incomplete.problems} />
        </DialogStack>
      ) : (
        <DialogStack>
          {problem ? <ProblemNote>{problem}</ProblemNote> : null}
          <ChoiceList label="Media" value={media} onValueChange={setMedia} choices={mediaChoices} />
          <p className={css['hint']}>Keys and signed addresses are never in the file.</p>
        </DialogStack>
      )}
    </Dialog>
  );
}

type MediaChoice = 'with' | 'without';

const mediaChoices: { value: MediaChoice; label: string; hint: string }[] = [
  {
    value: 'with',
    label: 'With its media',
    hint: 'Images, video and sound that the project uses are in the file.',
  },
  {
    value: 'without',
    label: 'Without',
    hint: 'A small file. Imported on this service it finds its media again; elsewhere they are missing.',
  },
];

const descriptionOf = ({ version }: ExportRequest): string =>
  version
    ? `${version.name ?? `Version ${version.version}`}, ${plural(version.nodeCount, 'node')}, as a .patchbay file.`
    : 'One .patchbay file with the graph, storyboard and timeline. Import it here or on another service.';

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
      showToast({ kind: 'ok', title: `Exported ${name}`, description: formatBytes(file.size) });
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
      setSaveProblem(`What is on screen could not be saved first. ${describeProblem(error)}`);
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
