import { FileBox, Film, Music } from 'lucide-react';
import type { ReactElement } from 'react';
import { isFileOutput } from '#shared/api/index.ts';
import { useMediaUrl } from '#renderer/desk/index.ts';
import { formatNumber } from '#renderer/ui/index.ts';
import { assertNever } from '#shared/language/assert-never.ts';
import { textOf, type NamedOutput } from './viewed-item.ts';
import css from './output-thumbnail.module.css';

/** A small picture or excerpt of one output. */
export function OutputThumbnail({
  connectionId,
  named,
  variant = 'thumbnail',
}: {
  connectionId: string;
  named: NamedOutput;
  /** `preview` where it is shown larger than a thumbnail is. */
  variant?: 'thumbnail' | 'preview';
}): ReactElement {
  const { output, kind } = named;
  const media = useMediaUrl(
    connectionId,
    kind === 'image' && isFileOutput(output) ? { kind: 'file', fileId: output.fileId } : null,
    variant,
  );
  switch (kind) {
    case 'image':
      return (
        <span className={css['thumbImage']}>
          {media ? <img src={media.url} alt="" loading="lazy" decoding="async" draggable={false} /> : null}
        </span>
      );
    case 'video':
    case 'audio':
    case 'file':
      return (
        <span className={css['thumbFile']}>
          {kind === 'video' ? (
            <Film aria-hidden />
          ) : kind === 'audio' ? (
            <Music aria-hidden />
          ) : (
            <FileBox aria-hidden />
          )}
        </span>
      );
    case 'number':
      return (
        <span className={css['thumbNumber']}>
          {isFileOutput(output) || typeof output.value !== 'number' ? '' : formatNumber(output.value)}
        </span>
      );
    case 'boolean':
      return <span className={css['thumbNumber']}>{textOf(output) === 'true' ? 'Yes' : 'No'}</span>;
    case 'text':
      return (
        <span className={css['thumbText']} dir="auto">
          {textOf(output).slice(0, 400)}
        </span>
      );
    case 'json':
      return <span className={css['thumbJson']}>{textOf(output).slice(0, 400)}</span>;
    default:
      return assertNever(kind);
  }
}
