import { AudioLines, Captions, Film, Image as ImageIcon, ListEnd, MonitorUp, PlusSquare } from 'lucide-react';
import { useMemo, useRef, useState, type ReactElement } from 'react';
import type { FileRecord } from '#shared/desk/index.ts';
import type { Placement } from '#shared/timeline/edits/index.ts';
import { pressedKey } from '#renderer/keys/index.ts';
import { SearchIndex } from '#shared/search/index.ts';
import { setDraggedFile, useMediaUrl } from '#renderer/desk/index.ts';
import { Button, IconButton, Popover, Select, displayFileName, TextField } from '#renderer/ui/index.ts';
import type { Playhead } from '#renderer/player/index.ts';
import { words } from '#renderer/words/index.ts';
import { clipTypeOf, setDraggedShot, type ShotFields } from '../model/add-file.ts';
import { isCaptionName } from './caption-files.ts';
import type { EditStore } from '../model/edit-store.ts';
import { useShots } from '../model/queries.ts';
import type { AddMedia } from './use-add-media.ts';
import css from './add-files.module.css';

const t = words.timelineCommands.addFiles;

/** As many as a person looks through; the search finds the rest. */
const MAX_ITEMS = 100;
/** The keys that put a file in at the playhead, here as on the tracks. */
const KEYS: Readonly<Record<string, Placement | undefined>> = { F9: 'insert', F10: 'overwrite' };
const icons = { image: ImageIcon, video: Film, audio: AudioLines, text: Film } as const;

/** What can become a clip: a file, perhaps as a shot shows it. */
interface Item {
  key: string;
  name: string;
  file: FileRecord;
  shot: ShotFields | null;
}

const SOURCES = [
  { value: 'all', label: t.allFiles },
  { value: 'run', label: t.outputsOfRuns },
  { value: 'upload', label: t.uploads },
  { value: 'shots', label: t.shotsOfStoryboard },
] as const;
type Source = (typeof SOURCES)[number]['value'];

interface AddFilesProps {
  connectionId: string;
  /** Null: the timeline is of no project. */
  projectId: string | null;
  library: ReadonlyMap<string, FileRecord>;
  store: EditStore;
  playhead: Playhead;
  media: AddMedia;
}

/** What can become clips: put in at the playhead, or dragged onto a track. */
export function AddFiles(props: AddFilesProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      label={t.filesTimeline}
      trigger={
        <Button size="small" variant="quiet" icon={<PlusSquare aria-hidden />}>
          {t.addFiles}
        </Button>
      }
    >
      <Choice {...props} onSelected={() => setOpen(false)} />
    </Popover>
  );
}

function Choice({
  connectionId,
  projectId,
  library,
  store,
  playhead,
  media,
  onSelected,
}: AddFilesProps & { onSelected: () => void }): ReactElement {
  const [source, setSource] = useState<Source>('all');
  const [search, setSearch] = useState('');
  const items = useItems({ connectionId, projectId, library, source, search });
  const picker = useRef<HTMLInputElement>(null);
  const insertTarget = () => ({ trackId: store.getState().trackId, at: playhead.getState().time });
  return (
    <div className={css['choice']}>
      <div className={css['head']}>
        <TextField
          label={t.findFile}
          hideLabel
          placeholder={t.find}
          size="small"
          value={search}
          onValueChange={setSearch}
        />
        <Select
          label={t.from}
          hideLabel
          size="small"
          value={source}
          options={SOURCES}
          onValueChange={setSource}
        />
      </div>
      {items.length === 0 ? (
        <p className={css['hint']}>{emptyWords(source, search)}</p>
      ) : (
        <ul className={css['files']} aria-label={t.filesTimeline}>
          {items.slice(0, MAX_ITEMS).map((item) => (
            <Row
              key={item.key}
              connectionId={connectionId}
              item={item}
              onPreview={() => store.setState({ source: { file: item.file, shot: item.shot } })}
              onAdd={(placement) => {
                const { keepsStep } = store.getState();
                media.add(item.file, { ...insertTarget(), placement, keepsStep }, item.shot);
                onSelected();
              }}
            />
          ))}
        </ul>
      )}
      {items.length > MAX_ITEMS ? (
        <p className={css['hint']}>{t.searchFindThem(items.length - MAX_ITEMS)}</p>
      ) : null}
      <Button size="small" icon={<MonitorUp aria-hidden />} onClick={() => picker.current?.click()}>
        {t.fromComputer}
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept="image/*,video/*,audio/*,.srt,.vtt"
        aria-label={t.filesComputer}
        onChange={({ target }) => {
          media.upload([...(target.files ?? [])], insertTarget());
          target.value = '';
          onSelected();
        }}
      />
    </div>
  );
}

function emptyWords(source: Source, search: string): string {
  if (search !== '') return t.noName;
  if (source === 'shots') return t.noShotStoryboardPicture;
  if (source === 'run') return t.noRunPictureVideo;
  return t.noPicturesVideosSounds;
}

/** What of a source has some letters in its name, the newest files first and shots in their order. */
function useItems({
  connectionId,
  projectId,
  library,
  source,
  search,
}: Pick<AddFilesProps, 'connectionId' | 'projectId' | 'library'> & {
  source: Source;
  search: string;
}): Item[] {
  const shots = useShots(connectionId, source === 'shots' ? projectId : null, library);
  const index = useMemo(() => {
    const items: Item[] =
      source === 'shots'
        ? shots.map(({ id, name, seconds, file }) => ({
            key: id,
            name,
            file,
            shot: { name, visibleSeconds: seconds },
          }))
        : [...new Set(library.values())]
            .filter(
              (file) =>
                (clipTypeOf(file) !== null || isCaptionName(file.filename)) &&
                (source === 'all' || file.origin === source),
            )
            .map((file) => ({ key: file.fileId, name: displayFileName(file.filename), file, shot: null }));
    return new SearchIndex(items, ({ name, file }) => `${name} ${file.filename}`);
  }, [source, shots, library]);
  return index.search(search);
}

function Row({
  connectionId,
  item: { name, file, shot },
  onPreview,
  onAdd,
}: {
  connectionId: string;
  item: Item;
  /** It is the one that keys of the timeline are about from now on. */
  onPreview: () => void;
  onAdd: (placement: Placement) => void;
}): ReactElement {
  const type = clipTypeOf(file) ?? 'video';
  const isCaptions = isCaptionName(file.filename);
  const media = useMediaUrl(
    connectionId,
    type === 'audio' || isCaptions ? null : { kind: 'file', fileId: file.fileId },
    'thumbnail',
  );
  const Icon = isCaptions ? Captions : icons[type];
  return (
    <li className={css['row']}>
      <button
        type="button"
        className={css['file']}
        draggable
        aria-label={isCaptions ? words.clips.captionsFrom(name) : t.overwritePlayhead(name)}
        title={isCaptions ? words.clips.captionsFromTitle(name) : t.dragTrackPressEnter(name)}
        onFocus={onPreview}
        onKeyDown={(event) => {
          const placement = KEYS[pressedKey(event)];
          if (placement === undefined) return;
          event.preventDefault();
          onAdd(placement);
        }}
        onDragStart={({ dataTransfer }) => {
          setDraggedFile(dataTransfer, file);
          if (shot) setDraggedShot(dataTransfer, shot);
        }}
        onClick={() => onAdd('overwrite')}
      >
        <span
          className={css['picture']}
          style={media ? { backgroundImage: `url("${media.url}")` } : undefined}
        >
          {media ? null : <Icon aria-hidden />}
        </span>
        <span className={css['name']} dir="auto">
          {name}
        </span>
      </button>
      {isCaptions ? null : (
        <IconButton label={t.insertPlayhead(name)} onClick={() => onAdd('insert')}>
          <ListEnd aria-hidden />
        </IconButton>
      )}
    </li>
  );
}
