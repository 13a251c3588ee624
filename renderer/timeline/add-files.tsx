import { AudioLines, Film, Image as ImageIcon, ListEnd, PlusSquare } from 'lucide-react';
import type { ReactElement } from 'react';
import type { FileRecord } from '#shared/desk/index.ts';
import type { Placing } from '#shared/timeline/edits/index.ts';
import { setDraggedFile, useMediaUrl } from '#renderer/desk/index.ts';
import { Button, IconButton, Popover } from '#renderer/ui/index.ts';
import type { Playhead } from '#renderer/player/index.ts';
import { clipTypeOf, type FilePlace } from './add-file.ts';
import type { EditStore } from './edit-store.ts';
import css from './add-files.module.css';

/** As many as a person looks through. */
const MAX_FILES = 200;
const icons = { image: ImageIcon, video: Film, audio: AudioLines, text: Film } as const;

/** The files that can become clips: put in at the playhead, or dragged onto a track. */
export function AddFiles({
  connectionId,
  library,
  store,
  playhead,
  onAdd,
}: {
  connectionId: string;
  library: ReadonlyMap<string, FileRecord>;
  store: EditStore;
  playhead: Playhead;
  onAdd: (file: FileRecord, place: FilePlace) => void;
}): ReactElement {
  const add = (file: FileRecord, placing: Placing) =>
    onAdd(file, { trackId: store.getState().trackId, at: playhead.getState().time, placing });
  const files = [...library.values()].filter((file) => clipTypeOf(file) !== null).slice(0, MAX_FILES);
  return (
    <Popover
      label="Files for the timeline"
      trigger={
        <Button size="small" variant="quiet" icon={<PlusSquare aria-hidden />}>
          Add files
        </Button>
      }
    >
      {files.length === 0 ? (
        <p className={css['hint']}>
          There are no pictures, videos or sounds yet. Add some to the graph, or run it.
        </p>
      ) : (
        <ul className={css['files']} aria-label="Files for the timeline">
          {files.map((file) => (
            <File key={file.fileId} connectionId={connectionId} file={file} onAdd={add} />
          ))}
        </ul>
      )}
    </Popover>
  );
}

function File({
  connectionId,
  file,
  onAdd,
}: {
  connectionId: string;
  file: FileRecord;
  onAdd: (file: FileRecord, placing: Placing) => void;
}): ReactElement {
  const type = clipTypeOf(file) ?? 'video';
  const media = useMediaUrl(
    connectionId,
    type === 'audio' ? null : { kind: 'file', fileId: file.fileId },
    'thumbnail',
  );
  const Icon = icons[type];
  return (
    <li className={css['row']}>
      <button
        type="button"
        className={css['file']}
        draggable
        aria-label={`Overwrite with ${file.filename} at the playhead`}
        title={`${file.filename}. Drag it to a track, or press Enter to put it over what lies at the playhead.`}
        onDragStart={({ dataTransfer }) => setDraggedFile(dataTransfer, file)}
        onClick={() => onAdd(file, 'overwrite')}
      >
        <span
          className={css['picture']}
          style={media ? { backgroundImage: `url("${media.url}")` } : undefined}
        >
          {media ? null : <Icon aria-hidden />}
        </span>
        <span className={css['name']} dir="auto">
          {file.filename}
        </span>
      </button>
      <IconButton label={`Insert ${file.filename} at the playhead`} onClick={() => onAdd(file, 'insert')}>
        <ListEnd aria-hidden />
      </IconButton>
    </li>
  );
}
