import { AudioLines, FileBox, Film } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { LibraryOutput } from '#shared/desk/index.ts';
import { useMediaUrl } from '#renderer/desk/index.ts';
import { number, words } from '#renderer/words/index.ts';
import css from './run-thumbnails.module.css';

/** What is known of an output that is shown in small. */
export type ThumbnailOutput = Pick<LibraryOutput, 'id' | 'connectionId' | 'title' | 'kind' | 'fileId'> & {
  /** The beginning of what is no file. */
  excerpt?: string | null;
};

/** Pictures beside a run in a list. */
const MAX_VISIBLE = 3;

/** What a run made, in small: pictures, which the row says in words, and texts and numbers as themselves. */
export function RunThumbnails({ outputs }: { outputs: readonly ThumbnailOutput[] }): ReactElement | null {
  if (outputs.length === 0) return null;
  return (
    <span className={css['thumbnails']}>
      {outputs
        .slice(0, MAX_VISIBLE)
        .map((output) =>
          output.fileId === null ? (
            <Text key={output.id} output={output} isSingle={outputs.length === 1} />
          ) : (
            <Thumbnail key={output.id} output={output} />
          ),
        )}
    </span>
  );
}

function Text({ output, isSingle }: { output: ThumbnailOutput; isSingle: boolean }): ReactElement {
  const { kind, title, excerpt } = output;
  const text = excerpt ?? '';
  const value = kind === 'number' && text !== '' ? Number(text) : Number.NaN;
  return (
    <span
      className={css['text']}
      data-kind={kind}
      data-single={isSingle || undefined}
      dir="auto"
      title={`${title.slice(0, 200)}: ${text}`}
    >
      {text.trim() === '' ? words.viewer.emptyText : Number.isFinite(value) ? number(value) : text}
    </span>
  );
}

function Thumbnail({ output }: { output: ThumbnailOutput }): ReactElement {
  const { fileId, connectionId, title, kind } = output;
  const [failed, setFailed] = useState<string | null>(null);
  const media = useMediaUrl(
    connectionId,
    fileId === null || kind === 'audio' || kind === 'file' ? null : { kind: 'file', fileId },
    'thumbnail',
  );
  return (
    <span className={css['thumbnail']} title={title.slice(0, 200)} aria-hidden>
      {kind === 'audio' ? (
        <AudioLines />
      ) : kind === 'file' ? (
        <FileBox />
      ) : kind === 'video' && failed === fileId ? (
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
