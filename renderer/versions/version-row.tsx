import {
  ArchiveRestore,
  EllipsisVertical,
  FileDown,
  GitCompare,
  Pin,
  PinOff,
  Tag,
  TriangleAlert,
} from 'lucide-react';
import { useRef, type KeyboardEvent, type ReactElement, type Ref } from 'react';
import type { ProjectVersion } from '#shared/desk/index.ts';
import { CommandIconView, keysLabel } from '#renderer/commands/index.ts';
import { IconButton, Menu, RelativeTime } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { VersionPicture } from './version-picture.tsx';
import {
  contentsLabel,
  differenceLabel,
  kindNames,
  reasonHints,
  reasonWords,
  versionTitle,
} from './version-words.ts';
import css from './history.module.css';

const t = words.versions.versionRow;

/** What a person can do with one version; null where that is not possible. */
export interface VersionActions {
  compare: (() => void) | null;
  restore: (() => void) | null;
  rename: () => void;
  removeName: () => void;
  toggleKeep: () => void;
  exportFile: (() => void) | null;
  remove: () => void;
}

/** Reasons that go without saying beside a name or what was done. */
const UNSAID: ReadonlySet<ProjectVersion['reason']> = new Set(['saved', 'before']);

/** One version in the list, of whichever document. */
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
  const menu = useRef<HTMLButtonElement>(null);
  const title = versionTitle(version);
  const { compare, restore } = actions;
  const opensMenu = compare === null;
  return (
    <li
      className={css['row']}
      data-version={version.version}
      data-kind={version.kind}
      data-selected={selected || undefined}
    >
      <button
        ref={ref}
        type="button"
        className={css['rowMain']}
        aria-pressed={opensMenu ? undefined : selected}
        aria-haspopup={opensMenu ? 'menu' : undefined}
        tabIndex={inTabOrder ? 0 : -1}
        title={reasonHints[version.reason]}
        // What cannot be compared shows what else can be done with it.
        onClick={compare ?? (() => menu.current?.click())}
        onKeyDown={onKeyDown}
      >
        <VersionPicture version={version} />
        <span className={css['rowText']}>
          <span className={css['rowTitle']} data-named={version.name !== null || undefined} title={title}>
            {version.keep ? <Pin aria-label={t.remains} /> : null}
            <bdi>{title}</bdi>
          </span>
          <span className={css['rowNote']}>
            <RelativeTime at={version.at} />
            <span>v{version.version}</span>
            {title === reasonWords[version.reason] || UNSAID.has(version.reason) ? null : (
              <span>{reasonWords[version.reason]}</span>
            )}
          </span>
          <RowContents version={version} />
        </span>
      </button>
      {restore === null ? null : (
        <IconButton
          label={t.restoreOf(title, contentsLabel(version))}
          className={css['rowRestore']}
          onClick={restore}
        >
          <ArchiveRestore />
        </IconButton>
      )}
      <VersionMenu version={version} selected={selected} actions={actions} trigger={menu} />
    </li>
  );
}

/** What is in a version, or what it changed. */
function RowContents({ version }: { version: ProjectVersion }): ReactElement {
  if (version.damaged) {
    return (
      <span className={css['rowNote']} data-tone="error">
        <TriangleAlert aria-hidden />
        {t.damagedDisk}
      </span>
    );
  }
  const text = `${kindNames[version.kind]} · ${differenceLabel(version) ?? contentsLabel(version)}`;
  return (
    <span className={css['rowNote']}>
      <span className={css['rowChanges']} title={text}>
        {text}
      </span>
    </span>
  );
}

function VersionMenu({
  version,
  selected,
  actions,
  trigger,
}: {
  version: ProjectVersion;
  selected: boolean;
  actions: VersionActions;
  trigger: Ref<HTMLButtonElement>;
}): ReactElement {
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          ref={trigger}
          label={t.overflowVersion(versionTitle(version), version.version)}
          className={css['rowMore']}
        >
          <EllipsisVertical />
        </IconButton>
      }
      entries={[
        actions.compare && {
          id: 'compare',
          label: selected ? t.closeComparison : t.compareCurrent,
          icon: <GitCompare aria-hidden />,
          onSelect: actions.compare,
        },
        actions.restore && {
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
        version.name !== null && {
          id: 'remove-name',
          label: t.removeName,
          icon: <Tag aria-hidden />,
          onSelect: actions.removeName,
        },
        {
          id: 'keep',
          label: version.keep ? t.mayRemovedMake : t.neverRemoveMake,
          icon: version.keep ? <PinOff aria-hidden /> : <Pin aria-hidden />,
          onSelect: actions.toggleKeep,
        },
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
