import { useEffect, useRef, useState, type ReactElement, type RefObject } from 'react';
import { useMediaUrl } from '#renderer/desk/index.ts';

/** A file as a picture, where the one before stays until the next can be painted. */
export function SteadyPicture({
  connectionId,
  fileId,
  isCompact,
  alt,
  image,
}: {
  connectionId: string;
  fileId: string | null;
  /** Small enough to be shown as it is. */
  isCompact: boolean;
  alt: string;
  image?: RefObject<HTMLImageElement | null>;
}): ReactElement | null {
  const media = useMediaUrl(
    connectionId,
    fileId === null ? null : { kind: 'file', fileId },
    isCompact ? 'original' : 'preview',
  );
  const [visible, setVisible] = useState<string | null>(null);
  const latest = useRef<string | null>(null);
  const url = media?.url ?? null;
  useEffect(() => {
    latest.current = url;
    if (url === null) return;
    const next = Object.assign(new Image(), { crossOrigin: 'anonymous', src: url });
    const show = (): void => {
      if (latest.current === url) setVisible(url);
    };
    next.decode().then(show, show);
  }, [url]);
  if (visible === null) return null;
  return <img ref={image} crossOrigin="anonymous" src={visible} alt={alt} draggable={false} />;
}
