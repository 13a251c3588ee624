import type { ReactElement } from 'react';
import type { FilmVersion } from '#shared/desk/index.ts';
import type { StoryboardSketch } from '#shared/storyboard/sketch.ts';
import { useMediaUrl } from '#renderer/desk/index.ts';
import { TimelineDrawing } from '#renderer/ui/index.ts';
import css from './film-history.module.css';

/** Finds a file of the account by its id or name. */
export type FindFile = (file: string) => { fileId: string; contentType: string } | null;

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
    <TimelineDrawing sketch={picture.sketch} className={css['picture']} />
  ) : (
    <Strip connectionId={connectionId} sketch={picture.sketch} find={find} />
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
