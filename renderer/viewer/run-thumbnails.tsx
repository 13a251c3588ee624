import { Film } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { LibraryOutput } from '#shared/desk/index.ts';
import { useMediaUrl } from '#renderer/desk/index.ts';
import css from './run-thumbnails.module.css';

/** What is known of an output that is shown in small. */
export type ThumbnailOutput = Pick<LibraryOutput, 'id' | 'connectionId' | 'title' | 'kind' | 'fileId'> & {
  /** The beginning of what is no file. */
  excerpt?: string | null;
};

/** Pictures beside a run in a list. */
const MAX_VISIBLE = 3;
/** What a run made, in small: pictures, which the row says in words, else the beginning of its first text. */
export function RunThumbnails({ outputs }: { outputs: readonly ThumbnailOutput[] }): ReactElement | null {
  const [first] = outputs;
  if (first === undefined) return null;
  if (first.fileId === null) {
    const text = first.excerpt ?? '';
    return (
      <span className={css['text']} dir="auto" title={`${first.title.slice(0, 200)}: ${text}`}>
        {text}
      </span>
    );
  }
  return (
    <span className={css['thumbnails']} aria-hidden>
      {outputs.slice(0, MAX_VISIBLE).map((output) => (
        <Thumbnail key={output.id} output={output} />
      ))}
    </span>
  );
}

function Thumbnail({ output }: { output: ThumbnailOutput }): ReactElement {
  const { fileId, connectionId, title, kind } = output;
  const [failed, setFailed] = useState<string | null>(null);
  const media = useMediaUrl(connectionId, fileId === null ? null : { kind: 'file', fileId }, 'thumbnail');
  return (
    <span className={css['thumbnail']} title={title.slice(0, 200)}>
      {kind === 'video' && failed === fileId ? (
        // A frame of a video is not made on every computer.
        <Film />
      ) : media ? (
        <img
          src={media.url}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setFailed(fileId)}
        />
      ) : null}
    </span>
  );
}
