import { FileUp, X } from 'lucide-react';
import { useRef, useState, type ReactElement } from 'react';
import { describeProblem, useMediaUrl } from '#renderer/desk/index.ts';
import { Button, formatBytes, IconButton, ProgressBar } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { acceptOf, type FieldFile } from './declared-input.ts';
import type { FileUploads, KindProps } from './field-props.ts';
import { LibraryFiles } from './library-files.tsx';
import css from './fields.module.css';

const text = words.fields;

/** Why a file is not of the kind that an input takes; null where it is, or where its kind is not known. */
function kindRejection(file: File, accept: string | undefined): string | null {
  if (accept === undefined || file.type === '') return null;
  const prefix = accept.replace('/*', '');
  if (file.type.startsWith(`${prefix}/`)) return null;
  if (prefix === 'image') return text.wantsPicture(file.name);
  return prefix === 'video' ? text.wantsVideo(file.name) : text.wantsSound(file.name);
}

/** A file: chosen, dropped or pasted, and sent while the form is filled in. */
export function FileInput(props: KindProps): ReactElement {
  const { label, type, value, hint, hideLabel } = props;
  const picker = useRef<HTMLInputElement>(null);
  const sending = useSending(props);
  const file = value?.type === 'file' ? value.file : null;
  const { problem, acceptFile } = sending;
  return (
    <div
      className={css['field']}
      role="group"
      aria-label={label}
      onPaste={(event) => {
        const [pasted] = event.clipboardData.files;
        if (!pasted) return;
        event.preventDefault();
        acceptFile(pasted);
      }}
    >
      {hideLabel ? null : <span className={css['label']}>{label}</span>}
      <input
        ref={picker}
        type="file"
        hidden
        accept={acceptOf(type)}
        onChange={(event) => {
          acceptFile(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <DropBox {...props} sending={sending} file={file} onSelect={() => picker.current?.click()} />
      {problem !== null ? (
        <span role="alert" className={css['problem']}>
          {problem}
        </span>
      ) : hint ? (
        <span className={css['hint']}>{hint}</span>
      ) : null}
    </div>
  );
}

/** What is held or on its way, where a file can be dropped. */
function DropBox({
  label,
  type,
  uploads,
  sending,
  file,
  placeholder,
  onSelect,
}: KindProps & {
  sending: ReturnType<typeof useSending>;
  file: FieldFile | null;
  onSelect: () => void;
}): ReactElement {
  const [isOver, setOver] = useState(false);
  const picture = useMediaUrl(
    uploads?.connectionId ?? '',
    uploads && file?.contentType.startsWith('image/') ? { kind: 'file', fileId: file.fileId } : null,
    'thumbnail',
  );
  const { upload } = sending;
  const labelText = upload?.name ?? file?.filename ?? text.dropFile;
  return (
    <div
      className={css['drop']}
      data-takes-any-file
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        sending.drop(event.dataTransfer);
      }}
    >
      {picture ? <img className={css['picture']} src={picture.url} alt="" /> : <FileUp aria-hidden />}
      <span className={css['dropText']}>
        <span className={css['dropName']} data-empty={!upload && !file ? '' : undefined} dir="auto">
          {labelText}
        </span>
        {upload ? <Progress upload={upload} /> : file ? null : <Default text={placeholder} />}
      </span>
      {upload ? (
        <Button size="small" onClick={sending.cancel}>
          {text.cancel}
        </Button>
      ) : (
        <Sources {...{ label, type, uploads, file, onSelect }} onReuse={sending.set} />
      )}
      {file && !upload ? (
        <IconButton label={text.removeFile(file.filename)} onClick={() => sending.set(null)}>
          <X />
        </IconButton>
      ) : null}
    </div>
  );
}

/** Where a file comes from: the disk of the person, or those that are there already. */
const Sources = ({
  label,
  type,
  uploads,
  file,
  onSelect,
  onReuse,
}: Pick<KindProps, 'label' | 'type' | 'uploads'> & {
  file: FieldFile | null;
  onSelect: () => void;
  onReuse: (file: FieldFile) => void;
}): ReactElement => (
  <>
    <Button size="small" onClick={onSelect}>
      {file ? text.changeFile : text.chooseFile}
    </Button>
    {uploads ? (
      <LibraryFiles
        {...{ label, type }}
        connectionId={uploads.connectionId}
        value={file?.fileId ?? null}
        onSelect={onReuse}
      />
    ) : null}
  </>
);

/** What counts while there is no file. */
const Default = ({ text: note }: { text: string | undefined }): ReactElement | null =>
  note === undefined ? null : <span className={css['hint']}>{note}</span>;

interface Upload {
  name: string;
  size: number;
  /** 0 to 1. */
  fraction: number;
}

const Progress = ({ upload: { name, size, fraction } }: { upload: Upload }): ReactElement => (
  <>
    <span className={css['hint']}>{text.uploaded(Math.round(fraction * 100), formatBytes(size))}</span>
    <ProgressBar value={fraction} label={text.uploadOf(name)} />
  </>
);

/** A file on its way: how far it is, and what went wrong. The one that is chosen last counts. */
function useSending({ type, uploads, onValueChange }: KindProps) {
  const stop = useRef<AbortController | null>(null);
  const [upload, setUpload] = useState<Upload | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const set = (file: FieldFile | null): void => {
    setProblem(null);
    onValueChange(file && { type: 'file', file });
  };
  const send = async (
    file: File,
    { send: sendFile, checkFile, checkMedium, onBusy }: FileUploads,
  ): Promise<void> => {
    stop.current?.abort();
    const controller = new AbortController();
    stop.current = controller;
    const { signal } = controller;
    set(null);
    const accept = acceptOf(type);
    const check = accept === undefined ? checkFile : checkMedium;
    const rejection = kindRejection(file, accept) ?? (await check(file));
    if (signal.aborted) return;
    if (rejection !== null) return setProblem(rejection);
    const { name, size } = file;
    setUpload({ name, size, fraction: 0 });
    onBusy(true);
    try {
      const fileId = await sendFile(file, {
        onProgress: (fraction) => setUpload({ name, size, fraction }),
        signal,
      });
      set({ fileId, filename: name, contentType: file.type });
    } catch (error) {
      if (!signal.aborted) setProblem(describeProblem(error));
    } finally {
      if (stop.current === controller) {
        setUpload(null);
        onBusy(false);
      }
    }
  };
  return {
    upload,
    problem,
    set,
    acceptFile: (file: File | undefined): void => {
      if (file && uploads) void send(file, uploads);
    },
    drop: (transfer: DataTransfer): void => {
      if (!uploads) return;
      void uploads.read(transfer).then(({ files: [file], problems, text: dropped }) => {
        if (file) return send(file, uploads);
        const [rejection = dropped === null ? null : words.webDrop.wordsOnly] = problems;
        if (rejection !== null) setProblem(rejection);
        return undefined;
      });
    },
    cancel: (): void => {
      stop.current?.abort();
      stop.current = null;
      setUpload(null);
      uploads?.onBusy(false);
    },
  };
}
