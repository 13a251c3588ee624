import { CloudUpload, Plus } from 'lucide-react';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore, type ReactElement } from 'react';
import { useStore } from 'zustand';
import type { FileRecord } from '#shared/desk/index.ts';
import { pressedKey } from '#renderer/keys/index.ts';
import { searchTexts } from '#shared/search/index.ts';
import { describeProblem, onDeskReconnect, useOffline } from '#renderer/desk/index.ts';
import {
  Button,
  EmptyState,
  ErrorState,
  CachedAsOf,
  Select,
  Skeleton,
  TextField,
} from '#renderer/ui/index.ts';
import {
  createUploadOverview,
  mediaKindOf,
  describeUpload,
  type ShownUpload,
} from '#renderer/uploads/index.ts';
import { addFiles } from '../canvas/input/drops.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { FileUses } from '../model/file-uses.ts';
import { addInView, FileRow } from './file-row.tsx';
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

/** The nodes of the open project that hold each file; wakes when those change, and not when words are typed. */
function useFileUses({ store }: EditorSession): ReadonlyMap<string, readonly string[]> {
  const [uses] = useState(() => new FileUses(store));
  return useSyncExternalStore(uses.subscribe, uses.get);
}

/** Files this computer has seen on this connection: drag one to the canvas or onto a file pin. */
export function FilesPanel({ session }: { session: EditorSession }): ReactElement {
  const { files, error, isBehind, load } = useFiles(session);
  const [query, setQuery] = useState('');
  const [kind, setKind] = useState<Kind>('all');
  const coming = useComing(session);
  const offline = useOffline(session.ports.connectionId);
  const text = query.trim();
  const isOfKind = ({ filename, contentType }: { filename: string; contentType: string }): boolean =>
    kind === 'all' || mediaKindOf({ name: filename, type: contentType }) === kind;
  const shown = searchTexts((files ?? []).filter(isOfKind), query, ({ filename }) => filename).slice(0, 300);
  const pending = searchTexts(
    coming.filter(({ upload }) => isOfKind(upload)),
    query,
    ({ upload }) => upload.filename,
  );
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
            if (pressedKey(event) === 'Enter' && first && query !== '') addInView(session, first);
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

const NOBODY: readonly string[] = [];
