import {
  ArchiveRestore,
  EllipsisVertical,
  FileDown,
  GitCompare,
  Pin,
  PinOff,
  TriangleAlert,
} from 'lucide-react';
import type { KeyboardEvent, ReactElement, Ref } from 'react';
import type { ProjectVersion } from '#shared/desk/index.ts';
import { CommandIconView, keysLabel } from '#renderer/commands/index.ts';
import { GraphDrawing, IconButton, Menu, RelativeTime } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';

import { changesLabel, reasonHints, reasonWords, versionTitle } from './version-words.ts';
import css from './history.module.css';

const t = words.versions.versionRow;

export interface VersionActions {
  select: () => void;
  restore: () => void;
  rename: () => void;
  toggleKeep: () => void;
  exportFile: (() => void) | null;
  remove: () => void;
}

/** One version in the timeline. */
export function VersionRow({
  version,
  selected,
  inTabOrder,
  actions,
  onKeyDown,
  ref,
}: {
  version: ProjectVersion;
  selected: boolean;
  /** One row takes the focus by Tab; the arrow keys go on from there. */
  inTabOrder: boolean;
  actions: VersionActions;
  onKeyDown: (event: KeyboardEvent) => void;
  ref: Ref<HTMLButtonElement>;
}): ReactElement {
  const title = versionTitle(version);
  const changes = changesLabel(version.changes);
  return (
    <li className={css['row']} data-version={version.version} data-selected={selected || undefined}>
      <button
        ref={ref}
        type="button"
        className={css['rowMain']}
        aria-pressed={selected}
        tabIndex={inTabOrder ? 0 : -1}
        title={reasonHints[version.reason]}
        onClick={actions.select}
        onKeyDown={onKeyDown}
      >
        <GraphDrawing className={css['thumbnail']} drawing={version.sketch} />
        <span className={css['rowText']}>
          <span className={css['rowTitle']} data-named={version.name !== null || undefined}>
            {version.keep ? <Pin aria-label={t.remains} /> : null}
            <bdi>{title}</bdi>
          </span>
          <span className={css['rowNote']}>
            <RelativeTime at={version.at} />
            <span>v{version.version}</span>
            {version.name === null ? null : <span>{reasonWords[version.reason]}</span>}
          </span>
          {version.damaged ? (
            <span className={css['rowNote']} data-tone="error">
              <TriangleAlert aria-hidden />
              {t.damagedDisk}
            </span>
          ) : changes ? (
            <span className={css['rowNote']}>
              <span className={css['rowChanges']} title={changes}>
                {changes}
              </span>
            </span>
          ) : null}
        </span>
      </button>
      <VersionMenu version={version} selected={selected} actions={actions} />
    </li>
  );
}

function VersionMenu({
  version,
  selected,
  actions,
}: {
  version: ProjectVersion;
  selected: boolean;
  actions: VersionActions;
}): ReactElement {
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          label={t.overflowVersion(versionTitle(version), version.version)}
          className={css['rowMore']}
        >
          <EllipsisVertical />
        </IconButton>
      }
      entries={[
        !version.damaged && {
          id: 'compare',
          label: selected ? t.closeComparison : t.compareCurrent,
          icon: <GitCompare aria-hidden />,
          onSelect: actions.select,
        },
        !version.damaged && {
          id: 'restore',
          label: t.restoreVersion,
          icon: <ArchiveRestore aria-hidden />,
          onSelect: actions.restore,
        },
        {
          id: 'name',
          label: version.name === null ? t.name : t.rename,
          icon: <CommandIconView id="version.name" />,
          shortcut: keysLabel('version.name', 'history'),
          onSelect: actions.rename,
        },
        {
          id: 'keep',
          label: version.keep ? t.mayRemovedMake : t.neverRemoveMake,
          icon: version.keep ? <PinOff aria-hidden /> : <Pin aria-hidden />,
          onSelect: actions.toggleKeep,
        },
        !version.damaged &&
          actions.exportFile && {
            id: 'export',
            label: t.exportFile,
            icon: <FileDown aria-hidden />,
            onSelect: actions.exportFile,
          },
        { kind: 'separator', id: 'line' },
        {
          id: 'delete',
          label: t.deleteFromHistory,
          icon: <CommandIconView id="version.delete" />,
          shortcut: keysLabel('version.delete', 'history'),
          isDestructive: true,
          onSelect: actions.remove,
        },
      ]}
    />
  );
}
