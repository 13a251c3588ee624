import type { ReactElement, SyntheticEvent } from 'react';
import { useMediaUrl } from '#renderer/desk/index.ts';

/** A picture that is smaller is enlarged to its tile; thumbnails of all others are at least as large. Pixels. */
const MIN_SIZE = 300;

/**
 * The picture of a tile: one element, which takes its size from the picture itself. A list that scrolls makes hundreds
 * of them a second, so it renders once, also when it has loaded.
 * @param fileId null while nothing may be asked for.
 */
export function TilePicture({
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
