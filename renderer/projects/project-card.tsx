import { EllipsisVertical, FileDown, FolderOpen, PencilLine, Trash2 } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactElement, type Ref } from 'react';
import { Link } from 'wouter';
import type { PublicProjectSummary } from '#shared/api/index.ts';
import { useMediaUrl } from '#renderer/desk/index.ts';
import {
  ContextMenu,
  IconButton,
  InlineNameField,
  Menu,
  plural,
  RelativeTime,
  type MenuEntries,
} from '#renderer/ui/index.ts';
import { GraphSketch } from './graph-sketch.tsx';
import css from './project-card.module.css';

export interface ProjectCardProps {
  connectionId: string;
  project: PublicProjectSummary;
  href: string;
  /** Whether Tab stops here; arrows move between the cards. */
  inTabOrder: boolean;
  renaming: boolean;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onOpen: () => void;
  onStartRename: () => void;
  /** With the new name, or null when given up. */
  onEndRename: (name: string | null, seen: string) => void;
  onExport: () => void;
  onDelete: () => void;
  linkRef: Ref<HTMLAnchorElement>;
}

/** One project: its picture, name, size and age. */
export function ProjectCard({
  connectionId,
  project,
  href,
  inTabOrder,
  renaming,
  onFocus,
  onKeyDown,
  onOpen,
  onStartRename,
  onEndRename,
  onExport,
  onDelete,
  linkRef,
}: ProjectCardProps): ReactElement {
  const name = project.name || 'Untitled project';
  const entries: MenuEntries = [
    { id: 'open', label: 'Open', icon: <FolderOpen aria-hidden />, shortcut: 'Enter', onSelect: onOpen },
    {
      id: 'rename',
      label: 'Rename',
      icon: <PencilLine aria-hidden />,
      shortcut: 'F2',
      onSelect: onStartRename,
    },
    { id: 'export', label: 'Export…', icon: <FileDown aria-hidden />, onSelect: onExport },
    { kind: 'separator', id: 'line' },
    {
      id: 'delete',
      label: 'Delete…',
      icon: <Trash2 aria-hidden />,
      shortcut: 'Del',
      danger: true,
      onSelect: onDelete,
    },
  ];
  return (
    <ContextMenu entries={entries}>
      <li className={css['card']}>
        <Link
          ref={linkRef}
          href={href}
          tabIndex={inTabOrder ? 0 : -1}
          className={css['link']}
          aria-label={`${name}, ${plural(project.nodeCount, 'node')}`}
          onFocus={onFocus}
          onKeyDown={onKeyDown}
          draggable={false}
        >
          <Picture connectionId={connectionId} project={project} />
        </Link>
        <div className={css['caption']}>
          <div className={css['text']}>
            {renaming ? (
              <InlineNameField
                label="Project name"
                className={css['nameField']}
                name={project.name}
                onEnd={onEndRename}
              />
            ) : (
              <span className={css['name']} dir="auto" title={name}>
                {name}
              </span>
            )}
            <span className={css['meta']}>
              {plural(project.nodeCount, 'node')}
              {project.updatedAt ? <span aria-hidden> · </span> : null}
              <RelativeTime at={project.updatedAt} />
            </span>
          </div>
          <Menu
            align="end"
            entries={entries}
            trigger={
              <IconButton
                label={`Actions for ${name}`}
                tabIndex={inTabOrder ? 0 : -1}
                className={css['more']}
              >
                <EllipsisVertical />
              </IconButton>
            }
          />
        </div>
      </li>
    </ContextMenu>
  );
}

function Picture({
  connectionId,
  project,
}: {
  connectionId: string;
  project: PublicProjectSummary;
}): ReactElement {
  const media = useMediaUrl(
    connectionId,
    project.thumbnailUrl
      ? { kind: 'project-thumbnail', projectId: project.id, updatedAt: project.updatedAt ?? undefined }
      : null,
    'thumbnail',
  );
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span className={css['picture']}>
      {media && broken !== media.url ? (
        <>
          {/* A picture of another shape stands whole before its own blur. */}
          <img className={css['backdrop']} src={media.url} alt="" loading="lazy" draggable={false} />
          <img
            className={css['front']}
            src={media.url}
            alt=""
            loading="lazy"
            decoding="async"
            draggable={false}
            onError={() => setBroken(media.url)}
          />
        </>
      ) : project.thumbnailUrl && !media ? null : (
        <GraphSketch seed={project.id} nodes={project.nodeCount} />
      )}
    </span>
  );
}
