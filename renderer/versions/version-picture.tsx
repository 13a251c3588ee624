import type { ReactElement } from 'react';
import type { ProjectVersion } from '#shared/desk/index.ts';
import type { StoryboardSketch } from '#shared/storyboard/sketch.ts';
import { useMediaUrl } from '#renderer/desk/index.ts';
import { useLibraryByName } from '#renderer/timeline/index.ts';
import { GraphDrawing, TimelineDrawing } from '#renderer/ui/index.ts';
import css from './history.module.css';

/** A version in small: the nodes of a graph, the clips of a timeline where they lie, or the first frames of a storyboard. */
export function VersionPicture({ version }: { version: ProjectVersion }): ReactElement {
  const className = css['thumbnail'];
  if (version.kind === 'graph') return <GraphDrawing className={className} drawing={version.sketch} />;
  if (version.kind === 'timeline') return <TimelineDrawing className={className} sketch={version.sketch} />;
  return <Strip connectionId={version.connectionId} frames={version.sketch.frames} />;
}

type Frame = StoryboardSketch['frames'][number];

function Strip({ connectionId, frames }: { connectionId: string; frames: readonly Frame[] }): ReactElement {
  const library = useLibraryByName(connectionId);
  // A storyboard names a file by its name or its id.
  const find = (file: string) =>
    library.data?.get(file) ?? [...(library.data?.values() ?? [])].find(({ fileId }) => fileId === file);
  return (
    <span className={css['thumbnail']} data-kind="strip" aria-hidden>
      {frames.map(({ file, words }, index) => (
        <StripFrame
          key={index}
          connectionId={connectionId}
          file={file ? find(file) : undefined}
          words={words}
        />
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
  file: { fileId: string; contentType: string } | undefined;
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
