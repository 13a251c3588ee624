import { FileUp, X } from 'lucide-react';
import { useRef, useState, type DragEvent, type ReactElement } from 'react';
import { describeProblem, useMediaUrl } from '#renderer/desk/index.ts';
import { Button, formatBytes, IconButton, ProgressBar } from '#renderer/ui/index.ts';
import { uploadFile, whyNotUpload } from '#renderer/uploads/index.ts';
import type { FieldValue } from './form-values.ts';
import css from './endpoint-form.module.css';
import typography from './template-text.module.css';

type ChosenFile = Extract<FieldValue, { kind: 'file' }>['file'];

/** A file of a form: chosen, dropped and uploaded. */
export function FileField({
  connectionId,
  label,
  hint,
  accept,
  file,
  onChange,
  onUploading,
}: {
  connectionId: string;
  label: string;
  hint: string | null;
  accept: string | undefined;
  file: ChosenFile;
  onChange: (file: ChosenFile) => void;
  onUploading: (uploading: boolean) => void;
}): ReactElement {
  const picker = useRef<HTMLInputElement>(null);
  const stop = useRef<AbortController | null>(null);
  const [upload, setUpload] = useState<{ name: string; size: number; part: number } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const picture = useMediaUrl(
    connectionId,
    file?.contentType.startsWith('image/') ? { kind: 'file', fileId: file.fileId } : null,
    'thumbnail',
  );

  const take = async (next: File | undefined) => {
    if (!next) return;
    stop.current?.abort();
    const controller = new AbortController();
    stop.current = controller;
    const { signal } = controller;
    setProblem(null);
    onChange(null);
    const problemOfFile = await whyNotUpload(next);
    if (signal.aborted) return;
    if (problemOfFile !== null) {
      setProblem(problemOfFile);
      return;
    }
    setUpload({ name: next.name, size: next.size, part: 0 });
    onUploading(true);
    try {
      const fileId = await uploadFile(connectionId, next, {
        onProgress: (part) => setUpload({ name: next.name, size: next.size, part }),
        signal,
      });
      onChange({ fileId, filename: next.name, contentType: next.type });
    } catch (error) {
      if (!signal.aborted) setProblem(describeProblem(error));
    } finally {
      if (stop.current === controller) {
        setUpload(null);
        onUploading(false);
      }
    }
  };

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };

  return (
    <div className={css['field']} role="group" aria-label={label}>
      <span className={css['fieldLabel']}>{label}</span>
      <input
        ref={picker}
        type="file"
        hidden
        accept={accept}
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <div
        className={css['drop']}
        data-takes-any-file
        data-over={over ? '' : undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        {picture ? <img className={css['dropPicture']} src={picture.url} alt="" /> : <FileUp aria-hidden />}
        <span className={css['dropText']}>
          <span className={css['dropName']} dir="auto">
            {upload ? upload.name : file ? file.filename : 'Drop a file here'}
          </span>
          {upload ? (
            <>
              <span className={typography['quiet']}>
                {Math.round(upload.part * 100)} % of {formatBytes(upload.size)}
              </span>
              <ProgressBar value={upload.part} label={`Upload of ${upload.name}`} />
            </>
          ) : null}
        </span>
        {upload ? (
          <Button
            size="small"
            onClick={() => {
              stop.current?.abort();
              stop.current = null;
              setUpload(null);
              onUploading(false);
            }}
          >
            Cancel
          </Button>
        ) : (
          <Button size="small" onClick={() => picker.current?.click()}>
            {file ? 'Change…' : 'Choose…'}
          </Button>
        )}
        {file && !upload ? (
          <IconButton label={`Remove ${file.filename}`} onClick={() => onChange(null)}>
            <X />
          </IconButton>
        ) : null}
      </div>
      {problem ? (
        <span role="alert" className={css['fieldProblem']}>
          {problem}
        </span>
      ) : hint === null ? null : (
        <span className={css['hint']}>{hint}</span>
      )}
    </div>
  );
}
