import { ArchiveRestore, EllipsisVertical, GitCompare, Tag, Trash2 } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { FilmVersion, MediaDocumentKind } from '#shared/desk/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { formatSeconds } from '#renderer/timeline/index.ts';
import { IconButton, InlineNameField, Menu, RelativeTime, showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { FilmPicture, type FindFile } from './film-picture.tsx';
import { deleteFilmVersion, nameFilmVersion, type FilmRef } from './queries.ts';
import css from './film-history.module.css';

const t = words.filmHistory.versionRow;

export const things = t.things;
/** What a version is called: its name, else what was done up to it, else what it is of. */
export function titleOf({ name, steps = [] }: FilmVersion, kind: MediaDocumentKind): string {
  if (name !== null) return name;
  return steps.length === 0 ? things[kind] : words.filmHistory.steps([...new Set(steps)]);
}

const reasons = t.reasons;

/** What is in a version, as `4 clips · 12 s`. */
function contentsOf({ picture }: FilmVersion): string {
  return picture.kind === 'timeline'
    ? `${words.counts.clips(picture.sketch.clips)} · ${formatSeconds(picture.sketch.seconds)}`
    : `${words.counts.shots(picture.sketch.shots)} · ${formatSeconds(picture.sketch.seconds)}`;
}

const showProblem = (error: unknown) =>
  showToast({ kind: 'error', title: t.historyNotChanged, description: describeProblem(error) });

/** A version of a storyboard or timeline. */
export function VersionRow({
  film,
  version,
  find,
  onRestore,
  onCompare,
}: {
  film: FilmRef;
  version: FilmVersion;
  find: FindFile;
  onRestore: () => void;
  /** Compares it with the timeline as it is now; null where there is nothing to compare it with. */
  onCompare: (() => void) | null;
}): ReactElement {
  const [naming, setNaming] = useState(false);
  const title = titleOf(version, film.kind);
  const rename = (name: string | null) => {
    setNaming(false);
    if (name !== null) nameFilmVersion(film, version.id, name).catch(showProblem);
  };
  return (
    <div className={css['row']}>
      <FilmPicture connectionId={film.connectionId} picture={version.picture} find={find} />
      <span className={css['words']}>
        {naming ? (
          <InlineNameField
            label={t.nameVersion}
            name={version.name ?? ''}
            className={css['name']}
            onEnd={rename}
          />
        ) : (
          <span className={css['title']} dir="auto" title={title}>
            {title}
          </span>
        )}
        <span className={css['facts']} title={reasons[version.reason]}>
          {title === things[film.kind] ? null : `${things[film.kind]} · `}
          <RelativeTime at={version.at} /> · {contentsOf(version)}
        </span>
      </span>
      {onCompare === null ? null : (
        <IconButton label={t.compare(title, contentsOf(version))} onClick={onCompare}>
          <GitCompare />
        </IconButton>
      )}
      <IconButton label={t.bringBack(title, contentsOf(version))} onClick={onRestore}>
        <ArchiveRestore />
      </IconButton>
      <VersionMenu film={film} version={version} title={title} onName={() => setNaming(true)} />
    </div>
  );
}

/** What else is done with a version. */
function VersionMenu({
  film,
  version,
  title,
  onName,
}: {
  film: FilmRef;
  version: FilmVersion;
  title: string;
  onName: () => void;
}): ReactElement {
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={t.overflowVersion(title, version.version)}>
          <EllipsisVertical />
        </IconButton>
      }
      entries={[
        {
          id: 'name',
          label: version.name === null ? t.name : t.rename,
          icon: <Tag aria-hidden />,
          onSelect: onName,
        },
        version.name !== null && {
          id: 'unname',
          label: t.removeName,
          icon: <Tag aria-hidden />,
          onSelect: () => void nameFilmVersion(film, version.id, null).catch(showProblem),
        },
        { kind: 'separator', id: 'line' },
        {
          id: 'delete',
          label: t.deleteFromHistory,
          icon: <Trash2 aria-hidden />,
          isDestructive: true,
          onSelect: () => void deleteFilmVersion(film, version.id).catch(showProblem),
        },
      ]}
    />
  );
}
