import { Files } from 'lucide-react';
import { useMemo, useState, type ReactElement } from 'react';
import { uploadTypeOf } from '#shared/http/upload-type.ts';
import type { FileRecord } from '#shared/desk/index.ts';
import type { PinType } from '#shared/graph/pin-type.ts';
import { useLibraryFiles, useMediaUrl } from '#renderer/desk/index.ts';
import { Button, displayFileName, formatBytes, PickField, type PickGroup } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { acceptOf, type FieldFile } from './declared-input.ts';
import css from './fields.module.css';

const text = words.fields;

/** Those of an input's kind, the newest first and equal ones once. */
function filesFor(type: PinType, files: readonly FileRecord[]): FileRecord[] {
  const kind = acceptOf(type)?.replace('/*', '/');
  const seen = new Set<string>();
  return files
    .filter(
      ({ filename, contentType }) =>
        kind === undefined || uploadTypeOf({ name: filename, type: contentType }).startsWith(kind),
    )
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
    .filter(({ sha256, fileId }) => {
      const content = sha256 ?? fileId;
      return !seen.has(content) && seen.add(content);
    });
}

/** A choice of the files that the service holds already: uploads and what runs made. */
export function LibraryFiles({
  connectionId,
  label,
  type,
  value,
  trigger,
  onSelect,
}: {
  connectionId: string;
  /** Of the input. */
  label: string;
  type: PinType;
  /** Id of the one that is held. */
  value: string | null;
  /** The button that opens it, in place of one with words. */
  trigger?: ReactElement;
  onSelect: (file: FieldFile) => void;
}): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const { data: files = [], isPending } = useLibraryFiles(connectionId, isOpen);
  const found = useMemo(() => filesFor(type, files), [type, files]);
  const groups = useMemo<PickGroup[]>(
    () => [
      {
        id: 'files',
        title: '',
        items: found.map(({ fileId, filename, contentType, sizeBytes }) => ({
          value: fileId,
          label: displayFileName(filename),
          detail: formatBytes(sizeBytes),
          icon: <Thumbnail {...{ connectionId, fileId, contentType }} />,
        })),
      },
    ],
    [found, connectionId],
  );
  return (
    <PickField
      label={text.filesFor(label)}
      searchLabel={text.searchFiles}
      emptyText={
        isPending
          ? text.readingFiles
          : files.length > 0 && found.length === 0
            ? text.noneOfKind
            : text.noFileFits
      }
      value={value ?? ''}
      groups={groups}
      onOpenChange={setOpen}
      onValueChange={(id) => {
        const file = found.find(({ fileId }) => fileId === id);
        if (file !== undefined)
          onSelect({ fileId: id, filename: file.filename, contentType: file.contentType });
      }}
      trigger={trigger ?? <Button size="small">{text.fromFiles}</Button>}
    />
  );
}

function Thumbnail({
  connectionId,
  fileId,
  contentType,
}: Pick<FileRecord, 'connectionId' | 'fileId' | 'contentType'>): ReactElement {
  const hasPicture = /^(?:image|video)\//.test(contentType);
  const picture = useMediaUrl(connectionId, hasPicture ? { kind: 'file', fileId } : null, 'thumbnail');
  return picture ? <img className={css['thumbnail']} src={picture.url} alt="" /> : <Files aria-hidden />;
}
