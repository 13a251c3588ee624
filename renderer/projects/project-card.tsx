import { EllipsisVertical } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactElement, type Ref } from 'react';
import { Link } from 'wouter';
import type { PublicProjectSummary } from '#shared/api/index.ts';
import { commandMenu } from '#renderer/commands/index.ts';
import { useMediaUrl } from '#renderer/desk/index.ts';
import { ContextMenu, IconButton, InlineNameField, Menu, plural, RelativeTime } from '#renderer/ui/index.ts';
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
  /** With the new name, or null when given up. */
  onEndRename: (name: string | null, seen: string) => void;
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
  onEndRename,
  linkRef,
}: ProjectCardProps): ReactElement {
  const name = project.name || 'Untitled project';
  const entries = () =>
    commandMenu('project', {
      scope: 'projects',
      assumed: { projectChosen: true },
      call: { projectId: project.id },
    });
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
