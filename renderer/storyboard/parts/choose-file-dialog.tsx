import { Upload } from 'lucide-react';
import { useMemo, useRef, useState, type ReactElement } from 'react';
import type { FileRecord } from '#shared/desk/index.ts';
import { SearchIndex } from '#shared/search/index.ts';
import { mediaKindOf } from '#renderer/uploads/index.ts';
import {
  Button,
  Dialog,
  EmptyState,
  displayFileName,
  formatBytes,
  RelativeTime,
  TextField,
} from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { Frame } from './frame.tsx';
import css from './choose-file-dialog.module.css';

const t = words.storyboard.fileDialog;

const MAX_FILES = 120;

/** Chooses pictures, videos or sounds of the library, or takes new ones from this computer. */
export function FilePickerDialog({
  connectionId,
  files,
  onSelect,
  onUpload,
  onClose,
}: {
  connectionId: string;
  files: readonly FileRecord[];
  onSelect: (file: FileRecord) => void;
  onUpload: (files: readonly File[]) => void;
  onClose: () => void;
}): ReactElement {
  const [query, setQuery] = useState('');
  const picker = useRef<HTMLInputElement>(null);
  const text = query.trim();
  const index = useMemo(() => new SearchIndex(files, ({ filename }) => filename), [files]);
  const matches = index.search(query).slice(0, MAX_FILES);
  return (
    <Dialog
      open
      width={720}
      title={t.selectPicture}
      onClose={onClose}
      footer={
        <>
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            accept="image/*,video/*,audio/*"
            onChange={({ target }) => onUpload([...(target.files ?? [])])}
          />
          <Button icon={<Upload aria-hidden />} onClick={() => picker.current?.click()}>
            {t.fromComputer}
          </Button>
        </>
      }
    >
      <TextField
        label={t.searchFiles}
        hideLabel
        placeholder={t.searchFiles}
        value={query}
        onValueChange={setQuery}
      />
      {matches.length === 0 ? (
        <EmptyState
          compact
          title={text === '' ? t.noFilesYet : t.noFileMatches}
          text={text === '' ? t.fromComputerDropShot : undefined}
        />
      ) : (
        <ul className={css['files']}>
          {matches.map((file) => (
            <li key={file.fileId}>
              <button
                type="button"
                className={css['file']}
                title={file.filename}
                onClick={() => onSelect(file)}
              >
                <Frame
                  connectionId={connectionId}
                  ratio="4 / 3"
                  media={{ kind: 'file', file, type: typeOf(file) }}
                />
                <FileCaption file={file} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

/** Name, size and age: each run makes a file of the same name. */
const FileCaption = ({ file }: { file: FileRecord }): ReactElement => (
  <>
    <span dir="auto">{displayFileName(file.filename)}</span>
    <span className={css['meta']}>
      {formatBytes(file.sizeBytes)} · <RelativeTime at={file.createdAt} isShort />
    </span>
  </>
);

/** What a shot can show of the library, each file once, the newest first. @param library by id and by name. */
export const mediaIn = (library: ReadonlyMap<string, FileRecord>): FileRecord[] =>
  [...new Map([...library.values()].map((file) => [file.fileId, file])).values()]
    .filter((file) => mediaKindOf({ name: file.filename, type: file.contentType }) !== 'file')
    .toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));

function typeOf(file: FileRecord): 'image' | 'video' | 'audio' {
  const kind = mediaKindOf({ name: file.filename, type: file.contentType });
  return kind === 'file' ? 'image' : kind;
}
