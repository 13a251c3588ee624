import { Clapperboard, EllipsisVertical, Workflow } from 'lucide-react';
import {
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type Ref,
  type SyntheticEvent,
} from 'react';
import { Link } from 'wouter';
import type { PublicProjectSummary } from '#shared/api/index.ts';
import type { MediaSource, ProjectFace } from '#shared/desk/index.ts';
import { commandMenu } from '#renderer/commands/index.ts';
import { prefetchDocument, useMediaUrl } from '#renderer/desk/index.ts';
import {
  Checkbox,
  ContextMenu,
  formatDuration,
  formatLength,
  GraphDrawing,
  IconButton,
  InlineNameField,
  Menu,
  RelativeTime,
  TimelineDrawing,
  TimelineStrip,
} from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { isApproximateFit } from './near-fit.ts';
import css from './project-card.module.css';

const t = words.projects.projectCard;

export interface ProjectCardProps {
  connectionId: string;
  project: PublicProjectSummary;
  href: string;
  /** Whether Tab stops here; arrows move between the cards. */
  inTabOrder: boolean;
  /** The words that say which keys there are. */
  keysId: string;
  /** Its picture and drawing, once they are read. */
  face: ProjectFace | null;
  /** Chosen together with others. */
  selected: boolean;
  /** Some are chosen: every card shows its box. */
  isSelecting: boolean;
  onSelect: () => void;
  onClick: (event: MouseEvent) => void;
  renaming: boolean;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  /** With the new name, or null when given up. */
  onEndRename: (name: string | null, previousName: string) => void;
  linkRef: Ref<HTMLAnchorElement>;
}

/** A press that is about to open a project: its document is on its way before the button is let go. */
const confirmOnPress =
  (connectionId: string, projectId: string) =>
  ({ button, pointerType, shiftKey, ctrlKey, metaKey }: PointerEvent): void => {
    // A finger may be about to scroll.
    if (button !== 0 || pointerType === 'touch' || shiftKey || ctrlKey || metaKey) return;
    prefetchDocument(connectionId, projectId);
  };

const entriesOf = (projectId: string) => () =>
  commandMenu('project', { scope: 'projects', assumed: { projectSelected: true }, call: { projectId } });

/** One project: its picture, name, size and age. */
export function ProjectCard({
  connectionId,
  project,
  href,
  inTabOrder,
  keysId,
  face,
  selected: isSelected,
  isSelecting,
  onSelect: onToggleSelected,
  onClick,
  renaming,
  onFocus,
  onKeyDown,
  onEndRename,
  linkRef,
}: ProjectCardProps): ReactElement {
  const name = project.name || words.common.untitledProject;
  const entries = entriesOf(project.id);
  const link = { href, onClick, draggable: false, onPointerDown: confirmOnPress(connectionId, project.id) };
  return (
    <ContextMenu entries={entries}>
      <li className={css['card']} data-chosen={isSelected ? '' : undefined}>
        <Link
          ref={linkRef}
          {...link}
          tabIndex={inTabOrder ? 0 : -1}
          className={css['link']}
          aria-label={labelOf(name, project.nodeCount, face)}
          aria-describedby={keysId}
          onFocus={onFocus}
          onKeyDown={onKeyDown}
        >
          <ProjectPicture connectionId={connectionId} project={project} face={face} />
        </Link>
        <FilmLength film={face?.film ?? null} />
        <span className={css['choose']} data-shown={isSelecting ? '' : undefined}>
          <Checkbox
            label={t.select(name)}
            hideLabel
            checked={isSelected}
            onCheckedChange={onToggleSelected}
            tabIndex={inTabOrder ? 0 : -1}
          />
        </span>
        <div className={css['caption']}>
          <div className={css['text']}>
            {renaming ? (
              <InlineNameField
                label={t.projectName}
                className={css['nameField']}
                name={project.name}
                onEnd={onEndRename}
              />
            ) : (
              // The same place as the picture's link, for the pointer.
              <Link
                {...link}
                className={css['name']}
                dir="auto"
                title={name.slice(0, 1000)}
                tabIndex={-1}
                aria-hidden
              >
                {name}
              </Link>
            )}
            <span className={css['meta']}>
              {contentOf(project.nodeCount, face)}
              {project.updatedAt ? <span aria-hidden> · </span> : null}
              <RelativeTime at={project.updatedAt} />
            </span>
          </div>
          <Actions name={name} entries={entries} inTabOrder={inTabOrder} />
        </div>
      </li>
    </ContextMenu>
  );
}

/** The menu of a project, also by its own button. */
const Actions = ({
  name,
  entries,
  inTabOrder,
}: {
  name: string;
  entries: ReturnType<typeof entriesOf>;
  inTabOrder: boolean;
}): ReactElement => (
  <Menu
    align="end"
    entries={entries}
    trigger={
      <IconButton label={t.actionsFor(name)} tabIndex={inTabOrder ? 0 : -1} className={css['more']}>
        <EllipsisVertical />
      </IconButton>
    }
  />
);

/** How long a project's film is. It stands beside the link, whose name tells it in words. */
function FilmLength({ film }: { film: ProjectFace['film'] }): ReactElement | null {
  if (!film) return null;
  return (
    <span className={css['length']} aria-hidden>
      <Clapperboard />
      {formatLength(film.seconds)}
    </span>
  );
}

/** What a project holds: its nodes, and where there are none the shots and clips of its film. */
function contentOf(nodeCount: number, face: ProjectFace | null): string {
  const film = [
    ...(face?.shots ? [words.counts.shots(face.shots)] : []),
    ...(face?.film ? [words.counts.clips(face.film.clips)] : []),
  ];
  return nodeCount > 0 || film.length === 0 ? words.counts.nodes(nodeCount) : film.join(' · ');
}

const labelOf = (name: string, nodeCount: number, face: ProjectFace | null): string =>
  [
    name,
    contentOf(nodeCount, face),
    ...(face?.film ? [words.projects.filmOf(formatDuration(face.film.seconds * 1000))] : []),
  ].join(', ');

/** The latest result or the chosen one, else what the service has, else what its film or board shows first. */
function pictureOf(project: PublicProjectSummary, face: ProjectFace | null): MediaSource | null {
  if (face !== null && face.coverFileId !== null) return { kind: 'file', fileId: face.coverFileId };
  if (project.thumbnailUrl) {
    return { kind: 'project-thumbnail', projectId: project.id, updatedAt: project.updatedAt ?? undefined };
  }
  const fileId = face?.firstFileId ?? null;
  return fileId === null ? null : { kind: 'file', fileId };
}

/** A picture of nearly the shape of the card fills it. */
function fillIfApproximate({ currentTarget: image }: SyntheticEvent<HTMLImageElement>): void {
  const { naturalWidth: width, naturalHeight: height, clientWidth, clientHeight } = image;
  image.toggleAttribute(
    'data-fill',
    isApproximateFit({ width, height }, { width: clientWidth, height: clientHeight }),
  );
}

/** What stands for a project: its picture, else a drawing of its film or graph. */
export function ProjectPicture({
  connectionId,
  project,
  face,
}: {
  connectionId: string;
  project: PublicProjectSummary;
  face: ProjectFace | null;
}): ReactElement {
  const source = pictureOf(project, face);
  const media = useMediaUrl(connectionId, source, 'thumbnail');
  const film = face?.film ?? null;
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
            onLoad={fillIfApproximate}
            onError={() => setBroken(media.url)}
          />
          {film ? <TimelineStrip sketch={film} className={css['strip']} /> : null}
        </>
      ) : source && !media ? null : film ? (
        <TimelineDrawing sketch={film} />
      ) : face?.sketch && face.sketch.boxes.length > 0 ? (
        <GraphDrawing drawing={face.sketch} />
      ) : (
        <span className={css['blank']}>
          <Workflow aria-hidden />
        </span>
      )}
    </span>
  );
}
