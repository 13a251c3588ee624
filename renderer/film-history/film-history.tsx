import { ArchiveRestore, EllipsisVertical, History, Tag, Trash2 } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { FilmVersion } from '#shared/desk/index.ts';
import { describeProblem, describeRead } from '#renderer/desk/index.ts';
import { formatSeconds } from '#renderer/timeline/index.ts';
import {
  Button,
  ErrorState,
  IconButton,
  InlineNameField,
  Menu,
  plural,
  Popover,
  RelativeTime,
  showToast,
  Skeleton,
} from '#renderer/ui/index.ts';
import { FilmPicture, type FindFile } from './film-picture.tsx';
import {
  deleteFilmVersion,
  nameFilmVersion,
  readFilmVersion,
  useFilmVersions,
  type FilmRef,
} from './queries.ts';
import css from './film-history.module.css';

const things = { storyboard: 'storyboard', timeline: 'timeline' } as const;
const reasons = { saved: 'Saved here', found: 'As found' } as const;

/** What is in a version, as `4 clips · 12 s`. */
function contentsOf({ picture }: FilmVersion): string {
  return picture.kind === 'timeline'
    ? `${plural(picture.sketch.clips, 'clip')} · ${formatSeconds(picture.sketch.seconds)}`
    : `${plural(picture.sketch.shots, 'shot')} · ${formatSeconds(picture.sketch.seconds)}`;
}

/**
 * A button with the earlier versions of a storyboard or timeline. @param onRestore puts a document in the place of the
 * present one, as a step that can be taken back; it is called with what was stored, unchecked.
 */
export function FilmHistory({
  film,
  find,
  onRestore,
}: {
  film: FilmRef;
  find: FindFile;
  onRestore: (document: unknown) => void;
}): ReactElement {
  const [open, setOpen] = useState(false);
  const label = `History of the ${things[film.kind]}`;
  const restore = async (version: FilmVersion) => {
    try {
      onRestore(await readFilmVersion(film, version.id));
      setOpen(false);
    } catch (error) {
      showToast({
        kind: 'error',
        title: 'This version could not be brought back',
        description: describeProblem(error),
      });
    }
  };
  return (
    <Popover
      label={label}
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <IconButton label={label}>
          <History />
        </IconButton>
      }
    >
      <Versions film={film} find={find} onRestore={(version) => void restore(version)} />
    </Popover>
  );
}

function Versions({
  film,
  find,
  onRestore,
}: {
  film: FilmRef;
  find: FindFile;
  onRestore: (version: FilmVersion) => void;
}): ReactElement {
  const list = useFilmVersions(film);
  if (list.isPending) {
    return (
      <div className={css['list']} aria-busy="true" aria-label="Loading the versions">
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} width="100%" height={54} />
        ))}
      </div>
    );
  }
  if (list.isError) {
    return (
      <ErrorState
        title="The versions could not be read"
        text={describeRead(list.error)}
        onRetry={() => void list.refetch()}
      />
    );
  }
  const versions = list.data.pages.flatMap((page) => page.versions);
  return (
    <>
      <p className={css['note']}>
        {versions.length === 0
          ? `Each stretch of work on the ${things[film.kind]} is saved here, on this computer.`
          : 'Bringing a version back is one step, which Undo takes back.'}
      </p>
      <ul className={css['list']}>
        {versions.map((version) => (
          <VersionRow
            key={version.id}
            film={film}
            version={version}
            find={find}
            onRestore={() => onRestore(version)}
          />
        ))}
      </ul>
      {list.hasNextPage ? (
        <Button size="small" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show older versions
        </Button>
      ) : null}
    </>
  );
}

const sayProblem = (error: unknown) =>
  showToast({ kind: 'error', title: 'The history was not changed', description: describeProblem(error) });

function VersionRow({
  film,
  version,
  find,
  onRestore,
}: {
  film: FilmRef;
  version: FilmVersion;
  find: FindFile;
  onRestore: () => void;
}): ReactElement {
  const [naming, setNaming] = useState(false);
  const title = version.name ?? reasons[version.reason];
  const rename = (name: string | null) => {
    setNaming(false);
    if (name !== null) nameFilmVersion(film, version.id, name).catch(sayProblem);
  };
  return (
    <li className={css['row']}>
      <FilmPicture connectionId={film.connectionId} picture={version.picture} find={find} />
      <span className={css['words']}>
        {naming ? (
          <InlineNameField
            label="Name of the version"
            name={version.name ?? ''}
            className={css['name']}
            onEnd={rename}
          />
        ) : (
          <span className={css['title']} dir="auto" title={title}>
            {title}
          </span>
        )}
        <span className={css['facts']}>
          <RelativeTime at={version.at} /> · {contentsOf(version)}
        </span>
      </span>
      <IconButton label={`Bring back ${title}, ${contentsOf(version)}`} onClick={onRestore}>
        <ArchiveRestore />
      </IconButton>
      <Menu
        align="end"
        trigger={
          <IconButton label={`More for ${title}, version ${version.version}`}>
            <EllipsisVertical />
          </IconButton>
        }
        entries={[
          {
            id: 'name',
            label: version.name === null ? 'Name…' : 'Rename…',
            icon: <Tag aria-hidden />,
            onSelect: () => setNaming(true),
          },
          version.name !== null && {
            id: 'unname',
            label: 'Remove the name',
            icon: <Tag aria-hidden />,
            onSelect: () => void nameFilmVersion(film, version.id, null).catch(sayProblem),
          },
          { kind: 'separator', id: 'line' },
          {
            id: 'delete',
            label: 'Delete from the history',
            icon: <Trash2 aria-hidden />,
            danger: true,
            onSelect: () => void deleteFilmVersion(film, version.id).catch(sayProblem),
          },
        ]}
      />
    </li>
  );
}
