import { ArchiveRestore, GitCompare, History } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { FilmVersion, MediaDocumentKind, ProjectVersion } from '#shared/desk/index.ts';
import { describeProblem, describeRead } from '#renderer/desk/index.ts';
import {
  Button,
  ErrorState,
  GraphDrawing,
  IconButton,
  Popover,
  RelativeTime,
  Select,
  showToast,
  Skeleton,
  WordButton,
} from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { FindFile } from './film-picture.tsx';
import { mergeByDate } from './newest-of.ts';
import { things, titleOf, VersionRow } from './version-row.tsx';
import {
  readFilmVersion,
  useFilmVersions,
  useGraphVersions,
  type FilmRef,
  type ProjectRef,
} from './queries.ts';
import css from './film-history.module.css';

const t = words.filmHistory.filmHistory;

/** A version of one part of a project, with its row. */
interface HistoryItem {
  id: string;
  at: string;
  kind: 'graph' | MediaDocumentKind;
  row: ReactElement;
}

/** Puts a document in the place of the present one, as a step that can be taken back; it is what was stored, unchecked. */
type RestoreFilm = (kind: MediaDocumentKind, document: unknown) => void;

/** The versions of one kind of a project, as they are read. */
interface HistorySource {
  items: readonly HistoryItem[];
  hasMore: boolean;
  isPending: boolean;
  error: unknown;
  loadNextPage: () => void;
  retry: () => void;
}

/** Shows a version of the timeline over the timeline as it is now; it is what was stored, unchecked. @param title its name. */
type CompareFilm = (title: string, document: unknown) => void;

/** What is done with versions of storyboards and timelines. */
interface FilmActions {
  onRestore: RestoreFilm;
  onCompare: CompareFilm;
}

function useFilmHistory(film: FilmRef, find: FindFile, { onRestore, onCompare }: FilmActions): HistorySource {
  const list = useFilmVersions(film);
  const restore = async (version: FilmVersion) => {
    try {
      onRestore(film.kind, await readFilmVersion(film, version.id));
    } catch (error) {
      showToast({
        kind: 'error',
        title: t.versionCouldNotBrought,
        description: describeProblem(error),
      });
    }
  };
  const compare = async (version: FilmVersion) => {
    try {
      onCompare(titleOf(version, film.kind), await readFilmVersion(film, version.id));
    } catch (error) {
      showToast({
        kind: 'error',
        title: words.filmHistory.notCompared,
        description: describeProblem(error),
      });
    }
  };
  const versions = list.data?.pages.flatMap((page) => page.versions) ?? [];
  return {
    items: versions.map((version) => ({
      id: `${film.kind} ${version.id}`,
      at: version.at,
      kind: film.kind,
      row: (
        <VersionRow
          film={film}
          version={version}
          find={find}
          onRestore={() => void restore(version)}
          onCompare={film.kind === 'timeline' ? () => void compare(version) : null}
        />
      ),
    })),
    hasMore: list.hasNextPage,
    isPending: list.isPending,
    error: list.error,
    loadNextPage: () => void list.fetchNextPage(),
    retry: () => void list.refetch(),
  };
}

/** The versions of storyboard and timeline of a project, each with its row, for a list that has others as well. */
export function useFilmHistories(project: ProjectRef, find: FindFile, actions: FilmActions): HistorySource[] {
  return [
    useFilmHistory({ ...project, kind: 'storyboard' }, find, actions),
    useFilmHistory({ ...project, kind: 'timeline' }, find, actions),
  ];
}

/** What is done with a version of the graph, on the page of the graph. */
export interface GraphActions {
  onRestore: (version: ProjectVersion) => void;
  onCompare: (version: ProjectVersion) => void;
}

function useGraphHistory(project: ProjectRef, actions: GraphActions): HistorySource {
  const list = useGraphVersions(project);
  const versions = list.data?.pages.flatMap((page) => page.versions) ?? [];
  return {
    items: versions.map((version) => ({
      id: `graph ${version.id}`,
      at: version.at,
      kind: 'graph',
      row: <GraphRow version={version} actions={actions} />,
    })),
    hasMore: list.hasNextPage,
    isPending: list.isPending,
    error: list.error,
    loadNextPage: () => void list.fetchNextPage(),
    retry: () => void list.refetch(),
  };
}

/** A button with the earlier versions of a project: of its graph, storyboard and timeline, in one list. */
export function ProjectHistoryButton(props: {
  project: ProjectRef;
  find: FindFile;
  film: FilmActions;
  graph: GraphActions;
}): ReactElement {
  const [open, setOpen] = useState(false);
  const closing =
    <Arguments extends unknown[]>(act: (...args: Arguments) => void) =>
    (...args: Arguments) => {
      setOpen(false);
      act(...args);
    };
  return (
    <Popover
      label={words.filmHistory.title}
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <WordButton label={words.filmHistory.title} icon={<History aria-hidden />} className={css['button']}>
          <span>{words.filmHistory.button}</span>
        </WordButton>
      }
    >
      <Versions
        {...props}
        film={{ onRestore: closing(props.film.onRestore), onCompare: closing(props.film.onCompare) }}
        graph={{ onRestore: closing(props.graph.onRestore), onCompare: closing(props.graph.onCompare) }}
      />
    </Popover>
  );
}

const filters = [
  { value: 'all', label: words.filmHistory.filmHistory.allKinds },
  { value: 'graph', label: things.graph },
  { value: 'storyboard', label: things.storyboard },
  { value: 'timeline', label: things.timeline },
] as const;
export type HistoryFilter = (typeof filters)[number]['value'];

/** Chooses whose versions a list shows. */
export function HistoryFilterSelect({
  value,
  onChange,
}: {
  value: HistoryFilter;
  onChange: (filter: HistoryFilter) => void;
}): ReactElement {
  return (
    <Select
      label={t.versionsOf}
      hideLabel
      size="small"
      value={value}
      options={filters}
      onValueChange={onChange}
    />
  );
}

function Versions({
  project,
  find,
  film,
  graph,
}: {
  project: ProjectRef;
  find: FindFile;
  film: FilmActions;
  graph: GraphActions;
}): ReactElement {
  const [filter, setFilter] = useState<HistoryFilter>('all');
  const kinds = ['storyboard', 'timeline', 'graph'] as const;
  const all = [...useFilmHistories(project, find, film), useGraphHistory(project, graph)];
  const sources = all.filter((_, index) => filter === 'all' || kinds[index] === filter);
  const failed = sources.find(({ error, items }) => error !== null && items.length === 0);
  const items = mergeByDate(sources);
  const isPending = sources.some((source) => source.isPending);
  return (
    <>
      <div className={css['head']}>
        <HistoryFilterSelect value={filter} onChange={setFilter} />
      </div>
      <p className={css['note']}>
        {items.length === 0 && !isPending ? t.eachStretchWorkProject : t.bringingVersionBackStep}
      </p>
      {failed ? (
        <ErrorState title={t.versionsCouldNotRead} text={describeRead(failed.error)} onRetry={failed.retry} />
      ) : null}
      {isPending ? (
        <div className={css['list']} aria-busy="true" aria-label={t.versionsBeingRead}>
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} width="100%" height={54} />
          ))}
        </div>
      ) : (
        <ul className={css['list']} aria-label={t.versions}>
          {items.map(({ id, row }) => (
            <li key={id}>{row}</li>
          ))}
        </ul>
      )}
      {sources.some(({ hasMore }) => hasMore) ? (
        <Button
          size="small"
          onClick={() => {
            for (const source of sources) if (source.hasMore) source.loadNextPage();
          }}
        >
          {t.showOlderVersions}
        </Button>
      ) : null}
    </>
  );
}

/** A version of the graph; it is brought back and compared on the page of the graph. */
function GraphRow({ version, actions }: { version: ProjectVersion; actions: GraphActions }): ReactElement {
  const title = version.name ?? things.graph;
  const contents = words.counts.nodes(version.nodeCount);
  return (
    <div className={css['row']}>
      <GraphDrawing className={css['picture']} drawing={version.sketch} />
      <span className={css['words']}>
        <span className={css['title']} dir="auto" title={title}>
          {title}
        </span>
        <span className={css['facts']}>
          <RelativeTime at={version.at} /> · {contents}
        </span>
      </span>
      {version.damaged ? null : (
        <>
          <IconButton label={t.compare(title, contents)} onClick={() => actions.onCompare(version)}>
            <GitCompare />
          </IconButton>
          <IconButton label={t.bringBack(title, contents)} onClick={() => actions.onRestore(version)}>
            <ArchiveRestore />
          </IconButton>
        </>
      )}
    </div>
  );
}
