import { FileQuestion, FileText, Film, Image as ImageIcon, Link2, Music, ImagePlus } from 'lucide-react';
import type { ReactElement } from 'react';
import type { ResolvedMedia } from '#shared/storyboard/media.ts';
import { useMediaUrl } from '#renderer/desk/index.ts';
import { displayFileName } from '#renderer/ui/index.ts';
import { words as texts } from '#renderer/words/index.ts';
import css from './shot-card.module.css';

const t = texts.storyboard.frame;

const emptyWords = {
  url: [<Link2 key="url" />, t.link],
  document: [<FileText key="document" />, t.document],
  unresolved: [<FileQuestion key="unresolved" />, t.notFound],
  unsupported: [<FileQuestion key="unsupported" />, t.notPicture],
} as const;
const fileIcons = { image: ImageIcon, video: Film, audio: Music } as const;

/** A panel of a shot: its picture, or what there is instead. */
export function Frame({
  connectionId,
  media,
  ratio,
  compact,
  variant = 'thumbnail',
  hint = t.noPicture,
}: {
  connectionId: string;
  media: ResolvedMedia | undefined;
  ratio: string;
  compact?: boolean;
  variant?: 'thumbnail' | 'preview';
  /** What stands where there is nothing yet. */
  hint?: string;
}): ReactElement {
  const picture = useMediaUrl(
    connectionId,
    media?.kind === 'file' && media.type === 'image' ? { kind: 'file', fileId: media.file.fileId } : null,
    variant,
  );
  const inside = () => {
    if (!media) return compact ? null : [<ImagePlus key="none" />, hint];
    if (media.kind !== 'file') return emptyWords[media.kind];
    const Icon = fileIcons[media.type];
    return [<Icon key="file" />, displayFileName(media.file.filename)];
  };
  const [icon, words] = inside() ?? [null, ''];
  return (
    <span className={css['frame']} data-small={compact ? '' : undefined} style={{ aspectRatio: ratio }}>
      {picture ? (
        <img
          src={picture.url}
          alt={media?.kind === 'file' ? media.file.filename : ''}
          loading="lazy"
          decoding="async"
          draggable={false}
        />
      ) : (
        <span className={css['frameEmpty']} title={typeof words === 'string' ? words : undefined}>
          {icon}
          {compact ? null : <span dir="auto">{words}</span>}
        </span>
      )}
    </span>
  );
}
