import { useState, type CSSProperties, type ImgHTMLAttributes, type ReactElement } from 'react';
import css from './fitted-picture.module.css';

/**
 * A picture as large as its place, at its true aspect. What lies beside it is the place's own ground; a checkerboard
 * is seen only through its transparent parts.
 */
export function FittedPicture({
  alt,
  ...props
}: Omit<ImgHTMLAttributes<HTMLImageElement>, 'style' | 'className'> & {
  src: string;
  alt: string;
}): ReactElement {
  const [sized, setSized] = useState<{ src: string; ratio: number } | null>(null);
  const ratio = sized?.src === props.src ? sized.ratio : null;
  return (
    <span className={css['place']}>
      <img
        alt={alt}
        draggable={false}
        decoding="async"
        {...props}
        data-sized={ratio === null ? undefined : ''}
        style={ratio === null ? undefined : ({ '--ratio': ratio } as CSSProperties)}
        onLoad={(event) => {
          const { naturalWidth, naturalHeight } = event.currentTarget;
          if (naturalWidth > 0 && naturalHeight > 0) {
            setSized({ src: props.src, ratio: naturalWidth / naturalHeight });
          }
          props.onLoad?.(event);
        }}
      />
    </span>
  );
}
