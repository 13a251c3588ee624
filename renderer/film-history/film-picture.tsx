import type { ReactElement } from 'react';
import type { FilmVersion } from '#shared/desk/index.ts';
import type { StoryboardSketch } from '#shared/storyboard/sketch.ts';
import type { TimelineSketch } from '#shared/timeline/sketch.ts';
import { useMediaUrl } from '#renderer/desk/index.ts';
import css from './film-history.module.css';

/** Finds a file of the account by its id or name. */
export type FindFile = (file: string) => { fileId: string; contentType: string } | null;

const WIDTH = 96;
const HEIGHT = 54;
const MARGIN = 4;
const hues = {
  video: 'var(--pin-video)',
  image: 'var(--pin-image)',
  audio: 'var(--pin-audio)',
  text: 'var(--pin-text)',
} as const;

/** A version in small: the clips of a timeline where they lie, or the first frames of a storyboard. */
export function FilmPicture({
  connectionId,
  picture,
  find,
}: {
  connectionId: string;
  picture: FilmVersion['picture'];
  find: FindFile;
}): ReactElement {
  return picture.kind === 'timeline' ? (
    <TimelineDrawing sketch={picture.sketch} />
  ) : (
    <Strip connectionId={connectionId} sketch={picture.sketch} find={find} />
  );
}

function TimelineDrawing({ sketch: { rows, bars } }: { sketch: TimelineSketch }): ReactElement {
  const height = Math.min(10, (HEIGHT - 2 * MARGIN) / Math.max(rows, 1));
  const top = (HEIGHT - rows * height) / 2;
  const length = WIDTH - 2 * MARGIN;
  return (
    <svg className={css['picture']} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden>
      {bars.map(({ row, from, to, type }, index) => (
        <rect
          // A sketch never changes: the place in the list is the identity.
          key={index}
          x={MARGIN + from * length}
          y={top + row * height + 0.75}
          width={Math.max(0.75, (to - from) * length - 0.5)}
          height={Math.max(1, height - 1.5)}
          rx={1}
          fill={hues[type]}
        />
      ))}
    </svg>
  );
}

function Strip({
  connectionId,
  sketch: { frames },
  find,
}: {
  connectionId: string;
  sketch: StoryboardSketch;
  find: FindFile;
}): ReactElement {
  return (
    <span className={css['picture']} data-kind="strip" aria-hidden>
      {frames.map(({ file, words }, index) => (
        <StripFrame key={index} connectionId={connectionId} file={file ? find(file) : null} words={words} />
      ))}
    </span>
  );
}

function StripFrame({
  connectionId,
  file,
  words,
}: {
  connectionId: string;
  file: ReturnType<FindFile>;
  words: string;
}): ReactElement {
  const isPicture = file?.contentType.startsWith('image/') === true;
  const media = useMediaUrl(
    connectionId,
    isPicture ? { kind: 'file', fileId: file.fileId } : null,
    'thumbnail',
  );
  return (
    <span className={css['frame']} data-words={words === '' ? undefined : ''}>
      {media ? <img src={media.url} alt="" loading="lazy" decoding="async" draggable={false} /> : null}
    </span>
  );
}
