import { CloudUpload, Crosshair, File as FileIcon, FileAudio, FileVideo, Plus } from 'lucide-react';
import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactElement,
} from 'react';
import { useStore } from 'zustand';
import type { FileRecord } from '#shared/desk/index.ts';
import {
  describeProblem,
  onDeskReconnect,
  setDraggedFile,
  useMediaUrl,
  useOffline,
} from '#renderer/desk/index.ts';
import {
  Button,
  ContextMenu,
  EmptyState,
  ErrorState,
  formatBytes,
  CachedAsOf,
  plural,
  RelativeTime,
  Select,
  Skeleton,
  TextField,
  type MenuEntries,
} from '#renderer/ui/index.ts';
import {
  createUploadOverview,
  mediaKindOf,
  describeUpload,
  type ShownUpload,
} from '#renderer/uploads/index.ts';
import { addFiles, addLibraryFile } from '../canvas/input/drops.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { fileUses } from '../model/file-uses.ts';
import css from './files-panel.module.css';
import panel from './panel-list.module.css';

type Kind = 'all' | ReturnType<typeof mediaKindOf>;

const kinds: readonly { value: Kind; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'image', label: 'Pictures' },
  { value: 'video', label: 'Videos' },
  { value: 'audio', label: 'Sounds' },
  { value: 'file', label: 'Others' },
];

/** The nodes of the open project that hold each file. */
function useFileUses({ store }: EditorSession): ReadonlyMap<string, readonly string[]> {
  const graph = useSyncExternalStore(
    (listener) => store.subscribe(listener),
    () => store.getGraph(),
  );
  return useMemo(() => fileUses(graph.nodes), [graph]);
}

/** Files this computer has seen on this connection: drag one to the canvas or onto a file pin. */
export function FilesPanel({ session }: { session: EditorSession }): ReactElement {
  const { files, error, isBehind, load } = useFiles(session);
  const [query, setQuery] = useState('');
  const [kind, setKind] = useState<Kind>('all');
  const coming = useComing(session);
  const offline = useOffline(session.ports.connectionId);
  const text = query.trim().toLowerCase();
  const fits = ({ filename, contentType }: { filename: string; contentType: string }): boolean =>
    filename.toLowerCase().includes(text) &&
    (kind === 'all' || mediaKindOf({ name: filename, type: contentType }) === kind);
  const shown = (files ?? []).filter(fits).slice(0, 300);
  const pending = coming.filter(({ upload }) => fits(upload));
  return (
    <div className={panel['panel']}>
      <div className={`${panel['search']} ${css['search']}`}>
        <TextField
          label="Search files"
          hideLabel
          size="small"
          placeholder="Search files"
          value={query}
          onValueChange={setQuery}
          onKeyDown={(event) => {
            const [first] = shown;
            if (event.key === 'Enter' && first && query !== '') addInView(session, first);
          }}
        />
        <div className={css['kind']}>
          <Select
            label="Kind of file"
            hideLabel
            size="small"
            value={kind}
            options={kinds}
            onValueChange={setKind}
          />
        </div>
        <AddButton session={session} />
      </div>
      <div className={panel['scroll']}>
        <CachedAsOf at={offline?.asOf ?? null}>Files you add are sent when the service is back.</CachedAsOf>
        {error && !files ? (
          <ErrorState
            compact
            title="The files could not be read"
            text={describeProblem(error)}
            onRetry={load}
          />
        ) : !files ? (
          <div className={panel['skeletons']}>
            {Array.from({ length: 5 }, (_, index) => (
              <Skeleton key={index} height={44} radius={6} />
            ))}
          </div>
        ) : shown.length === 0 && pending.length === 0 ? (
          isBehind ? null : (
            <EmptyState
              compact
              title={text === '' && kind === 'all' ? 'No files yet' : 'No file matches'}
              text={
                text === '' && kind === 'all'
                  ? 'Drop photos, sounds or other files on the canvas.'
                  : undefined
              }
            />
          )
        ) : (
          <FileList session={session} pending={pending} shown={shown} />
        )}
      </div>
    </div>
  );
}

/** What is on its way, then what is there. */
function FileList({
  session,
  pending,
  shown,
}: {
  session: EditorSession;
  pending: readonly ShownUpload[];
  shown: readonly FileRecord[];
}): ReactElement {
  const uses = useFileUses(session);
  return (
    <ul>
      {pending.map((upload) => (
        <PendingRow key={upload.upload.id} pending={upload} />
      ))}
      {shown.map((file) => (
        <FileRow key={file.fileId} session={session} file={file} usedBy={uses.get(file.fileId) ?? NOBODY} />
      ))}
    </ul>
  );
}

/** Asks for files of this computer and puts them on the canvas. */
function AddButton({ session }: { session: EditorSession }): ReactElement {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button size="small" icon={<Plus size={14} aria-hidden />} onClick={() => picker.current?.click()}>
        Add
      </Button>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])];
          event.target.value = '';
          void addFiles(session, chosen, session.view.center);
        }}
      />
    </>
  );
}

/** The files of the service, newest first, read again when one has come. */
function useFiles(session: EditorSession): {
  files: FileRecord[] | null;
  error: unknown;
  isBehind: boolean;
  load: () => void;
} {
  const [files, setFiles] = useState<FileRecord[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  /** A file has come that the list does not show yet. */
  const [isBehind, setIsBehind] = useState(false);
  const load = useCallback(() => {
    const take = (list: FileRecord[]): void => {
      for (const file of list) session.fileNames.set(file.fileId, file.filename);
      setFiles([...list].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)));
      setError(null);
    };
    void session.ports
      .listFiles()
      .then(take, setError)
      .finally(() => setIsBehind(false));
  }, [session]);
  useEffect(() => {
    load();
    return session.ports.subscribe((event) => {
      const hasCome = event.type === 'upload' && event.upload.state === 'done';
      if (!hasCome && !(event.type === 'run' && event.run.status === 'succeeded')) return;
      setIsBehind(hasCome);
      load();
    });
  }, [session, load]);
  return { files, error, isBehind, load };
}

/** A file that is on its way. */
function PendingRow({ pending: { upload, bytesPerSecond } }: { pending: ShownUpload }): ReactElement {
  return (
    <li>
      <div className={css['file']} data-coming title={upload.filename}>
        <span className={css['fileThumb']}>
          <CloudUpload size={18} aria-hidden />
        </span>
        <span className={css['fileText']}>
          <span dir="auto">{upload.filename}</span>
          <small>{describeUpload(upload, bytesPerSecond)}</small>
        </span>
      </div>
    </li>
  );
}

/** Files that are on their way to this connection, paused and failed ones too. */
function useComing({ ports }: EditorSession): readonly ShownUpload[] {
  const [overview] = useState(() =>
    createUploadOverview({
      list: () => ports.listUploads(),
      subscribe: (listener) =>
        ports.subscribe((event) => {
          if (event.type === 'upload') listener(event.upload);
        }),
      onReopened: onDeskReconnect,
      now: () => performance.now(),
    }),
  );
  useEffect(() => overview.start(), [overview]);
  const { uploads } = useStore(overview.store);
  return uploads.filter(({ upload }) => upload.connectionId === ports.connectionId);
}

function addInView(session: EditorSession, file: FileRecord): void {
  const { center } = session.view;
  addLibraryFile(session, file, { x: center.x - 124, y: center.y - 100 });
}

const NOBODY: readonly string[] = [];

/** `Photo`, or `3 nodes`. */
const usedOf = (session: EditorSession, [first, ...others]: readonly string[]): string =>
  first !== undefined && others.length === 0 ? session.titleOf(first) : plural(others.length + 1, 'node');

/** What can be done with a file: put it on the canvas, or go to the nodes that hold it. */
function fileMenu(session: EditorSession, file: FileRecord, usedBy: readonly string[]): MenuEntries {
  return [
    {
      id: 'add',
      label: 'Add to the canvas',
      icon: <Plus aria-hidden />,
      shortcut: 'Enter',
      onSelect: () => addInView(session, file),
    },
    usedBy.length > 0 && { kind: 'separator', id: 'above the uses' },
    usedBy.length > 0 && { kind: 'label', id: 'used by', label: 'Used by' },
    ...usedBy.map((nodeId) => ({
      id: `go to ${nodeId}`,
      label: session.titleOf(nodeId),
      icon: <Crosshair aria-hidden />,
      onSelect: () => session.focusNode(nodeId),
    })),
  ];
}

function FileRow({
  session,
  file,
  usedBy,
}: {
  session: EditorSession;
  file: FileRecord;
  /** Nodes of the open project. */
  usedBy: readonly string[];
}): ReactElement {
  const kind = mediaKindOf({ name: file.filename, type: file.contentType });
  const media = useMediaUrl(
    session.ports.connectionId,
    kind === 'image' ? { kind: 'file', fileId: file.fileId } : null,
    'thumbnail',
  );
  const [broken, setBroken] = useState(false);
  const Icon = kind === 'audio' ? FileAudio : kind === 'video' ? FileVideo : FileIcon;
  const add = (): void => addInView(session, file);
  return (
    <li>
      <ContextMenu entries={() => fileMenu(session, file, usedBy)}>
        <button
          type="button"
          className={css['file']}
          draggable
          title={`${file.filename}. Drag it to the canvas, or press Enter to add it.`}
          onDragStart={(event) => {
            setDraggedFile(event.dataTransfer, file);
            event.dataTransfer.effectAllowed = 'copy';
          }}
          onDoubleClick={add}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault();
              add();
            }
          }}
        >
          <span className={css['fileThumb']}>
            {media && !broken ? (
              <img src={media.url} alt="" loading="lazy" draggable={false} onError={() => setBroken(true)} />
            ) : (
              <Icon size={18} aria-hidden />
            )}
          </span>
          <span className={css['fileText']}>
            <span dir="auto">{file.filename}</span>
            <small>
              {formatBytes(file.sizeBytes)}
              {file.origin === 'run' ? ', run ' : ', '}
              <RelativeTime at={file.createdAt} />
              {usedBy.length === 0 ? null : `, used by ${usedOf(session, usedBy)}`}
            </small>
          </span>
        </button>
      </ContextMenu>
    </li>
  );
}
