import { Plus } from 'lucide-react';
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
import { createUploadOverview, mediaKindOf, type VisibleUpload } from '#renderer/uploads/index.ts';
import { words } from '#renderer/words/index.ts';
import { addFiles } from '../canvas/input/drops.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { FileUses } from '../model/file-uses.ts';
import { FileList, tagsOf, type FileFilter, type FileGroup } from './file-list.ts';
import { addInView } from './file-row.tsx';
import { FileRows } from './file-rows.tsx';
import { UnusedFiles } from './unused-files.tsx';
import css from './files-panel.module.css';
import panel from './panel-list.module.css';

const t = words.editorPanels.filesPanel;

/** The nodes of the open project that hold each file; wakes when those change, and not when words are typed. */
function useFileUses({ store }: EditorSession): ReadonlyMap<string, readonly string[]> {
  const [uses] = useState(() => new FileUses(store));
  return useSyncExternalStore(uses.subscribe, uses.get);
}

/** What a filter leaves of the files: sorted and grouped anew when the list or the filter is another, not with each key. */
function useVisibleFiles(
  files: readonly FileRecord[] | null,
  { query, kind, origin, projectId, tag, order }: FileFilter,
  uses: ReadonlyMap<string, unknown>,
): readonly FileGroup[] {
  const list = useMemo(() => new FileList(files ?? []), [files]);
  const narrowed = useMemo(
    () => list.narrow({ kind, origin, projectId, tag, order }, uses),
    [list, kind, origin, projectId, tag, order, uses],
  );
  return useMemo(() => narrowed.search(query), [narrowed, query]);
}

const narrows = ({ query, kind, origin, tag }: FileFilter): boolean =>
  query.trim() !== '' || kind !== 'all' || origin !== 'all' || tag !== null;

const isEmpty = (files: readonly FileRecord[] | null): boolean => files === null || files.length === 0;

const text = words.files;
const optionsOf = <Value extends string>(labels: Readonly<Record<Value, string>>) =>
  Object.entries<string>(labels).map(([value, label]) => ({ value: value as Value, label }));

/** Files this computer has seen on this connection: drag one to the canvas or onto a file pin. */
export function FilesPanel({ session }: { session: EditorSession }): ReactElement {
  const { projectId, connectionId } = session.ports;
  const { files, error, isBehind, load } = useFiles(session);
  const [filter, setFilter] = useState<FileFilter>(() => ({
    query: '',
    kind: 'all',
    origin: 'all',
    projectId,
    tag: null,
    order: 'newest',
  }));
  const narrow = (change: Partial<FileFilter>): void => setFilter({ ...filter, ...change });
  const uploads = usePendingUploads(session);
  const offline = useOffline(connectionId);
  const uses = useFileUses(session);
  const groups = useVisibleFiles(files, filter, uses);
  const isNarrowed = narrows(filter);
  const pending = searchTexts(
    uploads.filter(
      ({ upload }) =>
        filter.kind === 'all' ||
        mediaKindOf({ name: upload.filename, type: upload.contentType }) === filter.kind,
    ),
    filter.query,
    ({ upload }) => upload.filename,
  );
  return (
    <div className={panel['panel']}>
      <Filters
        session={session}
        files={files ?? []}
        filter={filter}
        onChange={narrow}
        first={groups[0]?.file}
      />
      <UnusedFilesButton
        connectionId={connectionId}
        isVisible={filter.projectId === null && !isEmpty(files) && !offline}
      />
      <div>
        <CachedAsOf at={offline?.asOf ?? null}>{t.filesYouAddWhen}</CachedAsOf>
      </div>
      {error && !files ? (
        <ErrorState compact title={t.filesCouldNotRead} text={describeProblem(error)} onRetry={load} />
      ) : !files ? (
        <div className={panel['skeletons']}>
          {Array.from({ length: 5 }, (_, index) => (
            <Skeleton key={index} height={64} radius={6} />
          ))}
        </div>
      ) : groups.length === 0 && pending.length === 0 ? (
        isBehind ? null : (
          <EmptyState
            compact
            title={isNarrowed ? text.noMatch : files.length > 0 ? text.noneHere : text.none}
            text={isNarrowed ? undefined : text.noneText}
            action={
              files.length > 0 && filter.projectId !== null ? (
                <Button size="small" onClick={() => narrow({ projectId: null })}>
                  {text.elsewhere}
                </Button>
              ) : undefined
            }
          />
        )
      ) : (
        <FileRows session={session} pending={pending} visible={groups} uses={uses} />
      )}
    </div>
  );
}

/** Below all files of all projects: what nothing uses any more. */
function UnusedFilesButton({
  connectionId,
  isVisible,
}: {
  connectionId: string;
  isVisible: boolean;
}): ReactElement | null {
  const [isOpen, setOpen] = useState(false);
  if (!isVisible) return null;
  return (
    <div className={css['unused']}>
      <Button size="small" variant="quiet" onClick={() => setOpen(true)}>
        {text.unusedFiles.open}
      </Button>
      {isOpen ? <UnusedFiles connectionId={connectionId} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

/** What the files are narrowed by, and where they are searched. */
function Filters({
  session,
  files,
  filter,
  onChange,
  first,
}: {
  session: EditorSession;
  files: readonly FileRecord[];
  filter: FileFilter;
  onChange: (change: Partial<FileFilter>) => void;
  /** Of those that are shown. */
  first: FileRecord | undefined;
}): ReactElement {
  const tags = useMemo(() => tagsOf(files), [files]);
  return (
    <div className={`${panel['search']} ${css['search']}`}>
      <TextField
        label={text.search}
        hideLabel
        size="small"
        placeholder={text.search}
        value={filter.query}
        onValueChange={(query) => onChange({ query })}
        onKeyDown={(event) => {
          if (pressedKey(event) === 'Enter' && first && filter.query !== '') addInView(session, first);
        }}
      />
      <AddButton session={session} />
      <div className={css['filters']}>
        <Select
          label={text.scope}
          hideLabel
          size="small"
          value={filter.projectId === null ? 'all' : 'this'}
          options={[
            { value: 'this', label: text.thisProject },
            { value: 'all', label: text.allProjects },
          ]}
          onValueChange={(scope) => onChange({ projectId: scope === 'all' ? null : session.ports.projectId })}
        />
        <Select
          label={text.origin}
          hideLabel
          size="small"
          value={filter.origin}
          options={optionsOf(text.origins)}
          onValueChange={(origin) => onChange({ origin })}
        />
        <Select
          label={text.kind}
          hideLabel
          size="small"
          value={filter.kind}
          options={optionsOf(text.kinds)}
          onValueChange={(kind) => onChange({ kind })}
        />
        <Select
          label={text.order}
          hideLabel
          size="small"
          value={filter.order}
          options={optionsOf(text.orders)}
          onValueChange={(order) => onChange({ order })}
        />
        {tags.length === 0 ? null : (
          <Select
            label={text.tag}
            hideLabel
            size="small"
            value={filter.tag ?? ''}
            options={[{ value: '', label: text.anyTag }, ...tags.map((tag) => ({ value: tag, label: tag }))]}
            onValueChange={(tag) => onChange({ tag: tag === '' ? null : tag })}
          />
        )}
      </div>
    </div>
  );
}

/** Asks for files of this computer and puts them on the canvas. */
function AddButton({ session }: { session: EditorSession }): ReactElement {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button size="small" icon={<Plus size={14} aria-hidden />} onClick={() => picker.current?.click()}>
        {t.add}
      </Button>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          const selected = [...(event.target.files ?? [])];
          event.target.value = '';
          void addFiles(session, selected, null);
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
    const update = (list: FileRecord[]): void => {
      setFiles(list);
      setError(null);
    };
    void session.fileNames
      .read()
      .then(update, setError)
      .finally(() => setIsBehind(false));
  }, [session]);
  useEffect(() => {
    load();
    return session.ports.subscribe((event) => {
      const isUploaded = event.type === 'upload' && event.upload.state === 'done';
      const isChanged = event.type === 'files' || (event.type === 'run' && event.run.status === 'succeeded');
      if (!isUploaded && !isChanged) return;
      setIsBehind(isUploaded);
      load();
    });
  }, [session, load]);
  return { files, error, isBehind, load };
}

/** Files that are on their way to this connection, paused and failed ones too. */
function usePendingUploads({ ports }: EditorSession): readonly VisibleUpload[] {
  const [overview] = useState(() =>
    createUploadOverview({
      list: () => ports.listUploads(),
      subscribe: (listener) =>
        ports.subscribe((event) => {
          if (event.type === 'upload') listener(event.upload);
        }),
      onReopened: onDeskReconnect,
      clock: () => performance.now(),
    }),
  );
  useEffect(() => overview.start(), [overview]);
  const { uploads } = useStore(overview.store);
  return uploads.filter(({ upload }) => upload.connectionId === ports.connectionId);
}
