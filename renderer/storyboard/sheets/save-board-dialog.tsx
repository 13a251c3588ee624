import { useEffect, useState, type ReactElement } from 'react';
import { outputFileName } from '#shared/desk/index.ts';
import type { StoryboardDocument } from '#shared/storyboard/document.ts';
import type { FindLibraryFile } from '#shared/storyboard/media.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import {
  Button,
  ChoiceList,
  Dialog,
  DialogProgress,
  DialogStack,
  formatBytes,
  ProblemNote,
  saveBlob,
  Select,
  showToast,
} from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { boardAsPdf, boardAsPicture } from './board-files.ts';
import { PAPERS, ROWS, type Paper, type SheetRows } from './sheet-layout.ts';

const t = words.storyboardSheets.saveBoardDialog;

type Form = 'pdf' | 'picture';

const forms = [
  { value: 'pdf', label: t.pdf, hint: t.pdfHint },
  { value: 'picture', label: t.contactSheet, hint: t.contactSheetHint },
] as const;

const paperOptions = (Object.keys(PAPERS) as Paper[]).map((value) => ({ value, label: PAPERS[value].label }));
const rowChoices = ROWS.map((rows) => ({ value: String(rows), label: t.rowsOf(rows * 3, rows) }));

type Stage =
  | { at: 'choosing'; problem: string | null }
  | { at: 'working'; fraction: number; stop: AbortController };

/** Saves the board as a PDF for paper, or all of it in one picture. */
export function SaveBoardDialog({
  connectionId,
  document,
  find,
  onClose,
}: {
  connectionId: string;
  document: StoryboardDocument;
  find: FindLibraryFile;
  onClose: () => void;
}): ReactElement {
  const [form, setForm] = useState<Form>('pdf');
  const [paper, setPaper] = useState<Paper>('a4');
  const [rows, setRows] = useState<SheetRows>(2);
  const [stage, setStage] = useState<Stage>({ at: 'choosing', problem: null });
  const stop = stage.at === 'working' ? stage.stop : null;
  useEffect(() => () => stop?.abort(), [stop]);
  const save = async (): Promise<void> => {
    const running = new AbortController();
    const { signal } = running;
    const onProgress = (progress: number) => setStage({ at: 'working', fraction: progress, stop: running });
    onProgress(0);
    const board = { connectionId, document, find, signal, onProgress };
    try {
      const blob = await (form === 'pdf' ? boardAsPdf(board, { paper, rows }) : boardAsPicture(board));
      signal.throwIfAborted();
      const extension = form === 'pdf' ? 'pdf' : 'png';
      const output = document.name || t.storyboard;
      const name = outputFileName({ project: null, output, version: null, extension });
      saveBlob(blob, name);
      showToast({ kind: 'ok', title: t.saved(name), description: formatBytes(blob.size) });
      onClose();
    } catch (error) {
      setStage({ at: 'choosing', problem: signal.aborted ? null : wordsOf(error) });
    }
  };
  return (
    <Dialog
      open
      width={480}
      title={t.savePdfPicture}
      description={t.printSendFrom}
      onClose={onClose}
      footer={
        stage.at === 'working' ? (
          <Button onClick={() => stage.stop.abort()}>{words.common.cancel}</Button>
        ) : (
          <>
            <Button onClick={onClose}>{words.common.cancel}</Button>
            <Button variant="primary" onClick={() => void save()}>
              {stage.problem === null ? t.save : words.common.tryRetry}
            </Button>
          </>
        )
      }
    >
      {stage.at === 'working' ? (
        <DialogProgress label={words.common.save} status={t.drawingPanels} value={stage.fraction} />
      ) : (
        <DialogStack>
          <ChoiceList label={t.format} value={form} choices={forms} onValueChange={setForm} />
          {form === 'pdf' ? (
            <>
              <Select label={t.paper} value={paper} options={paperOptions} onValueChange={setPaper} />
              <Select
                label={t.panelsPage}
                value={String(rows)}
                options={rowChoices}
                onValueChange={(value) => setRows(ROWS.find((count) => String(count) === value) ?? 2)}
              />
            </>
          ) : null}
          {stage.problem === null ? null : <ProblemNote>{stage.problem}</ProblemNote>}
        </DialogStack>
      )}
    </Dialog>
  );
}

/** What drawing refuses is a sentence already. */
const wordsOf = (error: unknown): string =>
  error instanceof Error && error.name === 'Error' ? error.message : describeProblem(error);
