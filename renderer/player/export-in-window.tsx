import { useEffect, useRef, useState, type ReactElement } from 'react';
import { uploadFile } from '#renderer/uploads/index.ts';
import {
  Button,
  Dialog,
  DialogProgress,
  formatBytes,
  formatDuration,
  ProblemNote,
  saveBlob,
  showToast,
} from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { sidecarCaptions, describeFilmProblem, makeFilmFile, type FilmProgress } from './make-film-file.ts';
import type { FilmOrder } from './make-film-file.ts';

const text = words.filmExport;

/** Makes the file of a film in this window, which stays open meanwhile, and saves it. */
export function ExportInWindow({
  connectionId,
  order,
  keep,
  onClose,
  onBack,
}: {
  connectionId: string;
  order: FilmOrder;
  /** Whether it is uploaded as well. */
  keep: boolean;
  onClose: () => void;
  onBack: () => void;
}): ReactElement {
  const [progress, setProgress] = useState<FilmProgress>({ completed: 0, total: 0, remaining: null });
  const [uploaded, setUploaded] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // The film as it was when the export began.
  const [started] = useState({ connectionId, order, keep });
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });

  useEffect(() => {
    const stop = new AbortController();
    const run = async (): Promise<void> => {
      try {
        const file = await makeFilmFile(started.order, stop.signal, setProgress);
        saveBlob(file, file.name);
        for (const caption of sidecarCaptions(started.order)) saveBlob(caption, caption.name);
        if (started.keep) {
          setUploaded(0);
          await uploadFile(started.connectionId, file, { onProgress: setUploaded, signal: stop.signal });
        }
        showToast({ kind: 'ok', title: text.exported(file.name), description: formatBytes(file.size) });
        close.current();
      } catch (error) {
        if (!stop.signal.aborted) setProblem(describeFilmProblem(error));
      }
    };
    void run();
    return () => stop.abort();
  }, [started]);

  const { completed, total, remaining } = progress;
  const left = remaining === null ? '' : `, ${text.left(formatDuration(remaining))}`;
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.title}
      description={text.windowStays}
      footer={
        <>
          {problem === null ? null : <Button onClick={onBack}>{text.otherChoices}</Button>}
          <Button onClick={onClose}>{text.cancel}</Button>
        </>
      }
    >
      {problem === null ? (
        <DialogProgress
          label={text.making}
          status={uploaded === null ? text.makingHere : text.uploading}
          value={uploaded ?? (total === 0 ? null : completed / total)}
          amount={
            total === 0 || uploaded !== null
              ? undefined
              : `${text.amount(completed, total, order.plan.video !== null)}${left}`
          }
        />
      ) : (
        <ProblemNote>{problem}</ProblemNote>
      )}
    </Dialog>
  );
}
