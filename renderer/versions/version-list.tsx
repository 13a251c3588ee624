import { useMemo, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import type { ProjectVersion } from '#shared/desk/index.ts';
import { pressedKey } from '#renderer/keys/index.ts';
import { runKeyCommand, useCommands } from '#renderer/commands/index.ts';
import { formatDay } from '#renderer/ui/index.ts';
import { VersionRow, type VersionActions } from './version-row.tsx';
import css from './history.module.css';

/** Versions by day. One row is in the tab order; the arrow keys go from row to row. */
export function VersionList({
  versions,
  selectedId,
  actionsOf,
}: {
  /** Newest first. */
  versions: readonly ProjectVersion[];
  selectedId: string | null;
  actionsOf: (version: ProjectVersion) => VersionActions;
}): ReactElement {
  const [current, setCurrent] = useState<string | null>(null);
  const rows = useRef(new Map<string, HTMLButtonElement>());
  const days = useMemo(() => byDay(versions), [versions]);
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
            {of.map((version) => (
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
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function byDay(versions: readonly ProjectVersion[]): { day: string; versions: ProjectVersion[] }[] {
  const currentTime = Date.now();
  const days = Map.groupBy(versions, ({ at }) => formatDay(Date.parse(at), currentTime));
  return [...days].map(([day, of]) => ({ day, versions: of }));
}
