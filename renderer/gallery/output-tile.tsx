import { LayoutGrid, Layers, MessageSquareText, Rows3 } from 'lucide-react';
import { memo, useState, type ReactElement, type SyntheticEvent } from 'react';
import { type LibraryOutput } from '#shared/desk/index.ts';
import {
  batchLabel,
  startedByLabel,
  positionLabel,
  ranAs,
  RelativeTime,
  VisuallyHidden,
} from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { OutputThumbnail, viewedOutput } from '#renderer/viewer/index.ts';
import { useMediaUrl } from '#renderer/desk/index.ts';
import { isFile } from './drag-outputs.ts';
import { useImageError } from './use-broken-picture.ts';
import css from './output-tile.module.css';

const t = words.gallery.outputTile;

export interface OutputTileProps {
  output: LibraryOutput;
  selected: boolean;
  /** Whether the keyboard is at it. */
  focused: boolean;
  /** Over all projects each says which it is of. */
  showsProject: boolean;
  position: number;
  setSize: number;
  /** Whether it may ask for a picture that was never shown. */
  loads: boolean;
}

/** Made once: a tile is made for each output that scrolls by. */
const star = (
  <svg viewBox="0 0 24 24" aria-hidden>
    <path d="m12 2.5 2.9 6 6.6.9-4.8 4.6 1.2 6.5-5.9-3.1-5.9 3.1 1.2-6.5L2.5 9.4l6.6-.9z" />
  </svg>
);

/** One output in the grid: its picture, its name, and what was noted on it. The grid handles its clicks. */
export const OutputTile = memo(function OutputTile(props: OutputTileProps): ReactElement {
  const { output, selected, focused, showsProject, position, setSize } = props;
  const location = positionLabel(output.batch) || changeOf(output);
  const source = sourceOf(output, showsProject);
  const from = location === '' ? source : `${output.title} · ${source}`;
  return (
    <div
      role="option"
      tabIndex={-1}
      data-output={output.id}
      id={`output-${output.id}`}
      className={css['tile']}
      // What is chosen can be dragged away; from others a box is drawn.
      draggable={selected && isFile(output)}
      aria-selected={selected}
      aria-setsize={setSize}
      aria-posinset={position + 1}
      data-focused={focused ? '' : undefined}
    >
      <VisuallyHidden>{nameOf(output)}</VisuallyHidden>
      <Picture output={output} loads={props.loads} />
      {/* The keyboard has S and the bar of the selection. */}
      <span
        className={css['star']}
        aria-hidden
        title={output.starred ? t.removeStar : t.star}
        data-on={output.starred ? '' : undefined}
        data-action="star"
      >
        {star}
      </span>
      <span className={css['badges']} aria-hidden>
        {output.stackSize > 1 ? (
          <span className={css['badge']} title={t.differSeed(output.stackSize)} data-action="stack">
            <Layers />
            {output.stackSize}
          </span>
        ) : null}
        {timesOf(output) > 1 ? (
          <span className={css['badge']} title={t.copyCount(timesOf(output))}>
            {t.copies(timesOf(output))}
          </span>
        ) : null}
      </span>
      {/* What is hidden from sight says it, in words. */}
      <span className={css['caption']} aria-hidden>
        <span
          className={css['name']}
          dir="auto"
          title={`${output.title}${location === '' ? '' : ` · ${location}`}`.slice(0, 400)}
        >
          {/* Titles are the same all over a grid: what differs has the first line for itself. */}
          {(location === '' ? output.title : location).slice(0, 200)}
        </span>
        <span className={css['meta']}>
          {output.batch === null ? null : (
            <span title={batchLabel(output.batch, output.startedBy)}>
              {output.batch.kind === 'table' ? <Rows3 aria-hidden /> : <LayoutGrid aria-hidden />}
            </span>
          )}
          {output.note === null ? null : <MessageSquareText aria-hidden />}
          <bdi className={css['from']} title={from.slice(0, 400)}>
            {from.slice(0, 200)}
          </bdi>
          {/* The age is always whole: the name before it gives way. */}
          <span className={css['age']}>
            {' · '}
            <RelativeTime at={output.createdAt} isShort />
          </span>
        </span>
      </span>
    </div>
  );
});

/** Who else made an output, and where it comes from: its project or batch over all projects, else what of its project ran. */
function sourceOf(output: LibraryOutput, showsProject: boolean): string {
  const label = originOf(output, showsProject);
  const person = output.batch?.name === null ? '' : startedByLabel(output.startedBy);
  return person === '' ? label : `${person} · ${label}`;
}

function originOf(output: LibraryOutput, showsProject: boolean): string {
  const { projectName, projectVersion, batch, occasion } = output;
  if (showsProject && projectName !== null) return projectName;
  // Its values stand before the name: the canvas may have others, and says nothing of them.
  if (batch !== null) return batch.name ?? batchLabel(batch, output.startedBy);
  // What was changed stands before the name.
  if (changeOf(output) !== '') return words.runs.onceMore;
  return projectVersion === null || occasion !== undefined ? ranAs(output) : `v${projectVersion}`;
}

/** What was changed of a graph that ran once more; empty where nothing was. */
const changeOf = (output: LibraryOutput): string =>
  output.occasion?.kind === 'once' && output.occasion.changes.length > 0 ? ranAs(output) : '';

const timesOf = ({ copyCount }: LibraryOutput): number => copyCount ?? 1;

/** What a screen reader says of an output. */
function nameOf(output: LibraryOutput): string {
  const { title, kind, batch, starred, missing, stackSize, projectName } = output;
  const labels = [
    title.slice(0, 200),
    kind,
    (batch === null ? '' : positionLabel(batch)) || changeOf(output) || null,
    batch === null ? null : batchLabel(batch, output.startedBy),
    startedByLabel(output.startedBy) || null,
    projectName,
    starred ? t.starred : null,
    stackSize > 1 ? t.inTheStack(stackSize) : null,
    timesOf(output) > 1 ? t.copyCount(timesOf(output)) : null,
    missing ? t.fileDeleted : null,
  ];
  return labels.filter((label) => label !== null).join(', ');
}

function Picture({ output, loads }: { output: LibraryOutput; loads: boolean }): ReactElement {
  const { hasError, onError } = useImageError(output);
  // What was shown once stays, however fast the list goes by.
  const [isRequested, setRequested] = useState(loads);
  if (loads && !isRequested) setRequested(true);
  const { kind, fileId, connectionId } = output;
  const isPicture = kind === 'image' && fileId !== null;
  return (
    <span
      className={css['picture']}
      data-kind={isPicture ? 'image' : undefined}
      aria-hidden
      onErrorCapture={onError}
    >
      {output.missing ? (
        <span className={css['gone']}>{t.fileDeleted2}</span>
      ) : hasError ? (
        <span className={css['gone']}>{t.pictureCannot}</span>
      ) : isPicture ? (
        <TilePicture connectionId={connectionId} fileId={isRequested ? fileId : null} />
      ) : isRequested ? (
        <OutputThumbnail connectionId={connectionId} named={viewedOutput(output)} />
      ) : null}
    </span>
  );
}

/** A picture that is smaller is enlarged to its tile; thumbnails of all others are at least as large. Pixels. */
const MIN_SIZE = 300;

/**
 * The picture of a tile: one element, which takes its size from the picture itself. A list that scrolls makes hundreds
 * of them a second, so it renders once, also when it has loaded.
 * @param fileId null while nothing may be asked for.
 */
function TilePicture({
  connectionId,
  fileId,
}: {
  connectionId: string;
  fileId: string | null;
}): ReactElement | null {
  const media = useMediaUrl(connectionId, fileId === null ? null : { kind: 'file', fileId }, 'thumbnail');
  if (media === null) return null;
  return (
    <img
      key={media.url}
      src={media.url}
      alt=""
      draggable={false}
      decoding="async"
      onLoad={upscaleThumbnail}
    />
  );
}

function upscaleThumbnail({ currentTarget: image }: SyntheticEvent<HTMLImageElement>): void {
  const { naturalWidth, naturalHeight } = image;
  if (naturalWidth === 0 || naturalHeight === 0 || Math.max(naturalWidth, naturalHeight) >= MIN_SIZE) return;
  image.style.setProperty('--ratio', String(naturalWidth / naturalHeight));
  image.dataset['small'] = '';
}
