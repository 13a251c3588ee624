import type { ReactElement } from 'react';
import { keysLabel } from '#renderer/commands/index.ts';
import { Kbd } from '#renderer/ui/index.ts';
import { number, words } from '#renderer/words/index.ts';
import type { PointedPixel } from './image-stage.tsx';
import type { Size } from '../model/zoom.ts';
import css from './viewer.module.css';

const t = words.viewer.pixelLine;

/** The size of a picture, and the pixel that is pointed at with its color. */
export function PixelLine({
  picture,
  pixel,
}: {
  picture: Size | null;
  pixel: PointedPixel | null;
}): ReactElement | null {
  if (!picture) return null;
  return (
    <div className={css['pixelLine']}>
      <span>{t.pixels(number(picture.width), number(picture.height))}</span>
      {pixel ? (
        <span className={css['pixel']}>
          <span className={css['swatch']} style={{ backgroundColor: pixel.hex }} />
          <code>
            {pixel.isExact ? '' : '≈ '}
            {pixel.hex}
          </code>
          <span>{t.label(pixel.x, pixel.y)}</span>
          <Kbd>{keysLabel('output.copy-color', 'output')}</Kbd> {t.copies}
        </span>
      ) : null}
    </div>
  );
}
