import { useMemo, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import type { ProjectVersion } from '#shared/desk/index.ts';
import { pressedKey } from '#renderer/keys/index.ts';
import { runKeyCommand, useCommands } from '#renderer/commands/index.ts';
import { formatDay } from '#renderer/ui/index.ts';
import { VersionRow, type VersionActions } from './version-row.tsx';
import css from './history.module.css';

/** A version of another part of the project, with its row. */
export interface DocumentVersion {
  id: string;
  /** ISO. */
  at: string;
  row: ReactElement;
}

/** Versions by day. One row is in the tab order; the arrow keys go from row to row. */
export function VersionList({
  versions,
  remaining: documentVersions,
  selectedId,
  actionsOf,
}: {
  /** Newest first. */
  versions: readonly ProjectVersion[];
  /** Of other parts of the project, with their rows. */
  remaining: readonly DocumentVersion[];
  selectedId: string | null;
  actionsOf: (version: ProjectVersion) => VersionActions;
}): ReactElement {
  const [current, setCurrent] = useState<string | null>(null);
  const rows = useRef(new Map<string, HTMLButtonElement>());
  const days = useMemo(() => byDay([...versions, ...documentVersions]), [versions, documentVersions]);
  const inTabOrder = versions.some(({ id }) => id === current) ? current : (versions[0]?.id ?? null);

  const withVersion =
    (act: (version: ProjectVersion) => void) =>
    ({ versionId = current ?? undefined }: { versionId?: string }) => {
      const version = versions.find(({ id }) => id === versionId);
      if (version) act(version);
    };
  useCommands('history', {
    'version.name': withVersion((version) => actionsOf(version).rename()),
    'version.delete': withVersion((version) => actionsOf(version).remove()),
  });

  const onRowKeyDown = (event: KeyboardEvent, version: ProjectVersion) => {
    const at = versions.indexOf(version);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: versions.length - 1 }[pressedKey(event)];
    if (next !== undefined) {
      const target = versions[next];
      if (!target) return;
      setCurrent(target.id);
      rows.current.get(target.id)?.focus();
    } else if (!runKeyCommand('history', event.nativeEvent, { versionId: version.id })) {
      return;
    }
    // The editor listens for these keys as well.
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <>
      {days.map(({ day, versions: of }) => (
        <section key={day} aria-label={day}>
          <h2 className={css['day']}>{day}</h2>
          <ul className={css['list']}>
            {of.map((version) =>
              'row' in version ? (
                <li key={version.id} className={css['other']}>
                  {version.row}
                </li>
              ) : (
                <VersionRow
                  key={version.id}
                  ref={(button) => {
                    if (button) rows.current.set(version.id, button);
                    else rows.current.delete(version.id);
                  }}
                  version={version}
                  selected={version.id === selectedId}
                  inTabOrder={version.id === inTabOrder}
                  actions={actionsOf(version)}
                  onKeyDown={(event) => onRowKeyDown(event, version)}
                />
              ),
            )}
          </ul>
        </section>
      ))}
    </>
  );
}

type ListEntry = ProjectVersion | DocumentVersion;

/** Newest first. */
function byDay(list: readonly ListEntry[]): { day: string; versions: ListEntry[] }[] {
  const currentTime = Date.now();
  const sorted = list.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
  const days = Map.groupBy(sorted, ({ at }) => formatDay(Date.parse(at), currentTime));
  return [...days].map(([day, versions]) => ({ day, versions }));
}
