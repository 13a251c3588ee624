import { LayoutTemplate } from 'lucide-react';
import type { ReactElement } from 'react';
import { useMediaUrl } from '#renderer/desk/index.ts';
import css from './templates-page.module.css';

/** The picture of a template in a list; an icon where it has none. */
export function TemplatePicture({
  connectionId,
  fileId,
}: {
  connectionId: string;
  fileId: string | null;
}): ReactElement {
  const media = useMediaUrl(connectionId, fileId === null ? null : { kind: 'file', fileId }, 'thumbnail');
  return (
    <span className={css['itemPicture']} aria-hidden>
      {media ? <img src={media.url} alt="" loading="lazy" /> : <LayoutTemplate />}
    </span>
  );
}
