import { useEffect, useRef, useState, type ReactElement } from 'react';
import { isFileOutput } from '#shared/api/index.ts';
import { useMediaInfo, useMediaUrl } from '#renderer/desk/index.ts';
import { Slider } from '#renderer/ui/index.ts';
import { decimal, words } from '#renderer/words/index.ts';
import { StageNote } from './image-stage.tsx';
import { drawDifference, type Difference } from '../model/picture-difference.ts';
import type { ImageView } from '../gestures/use-image-view.ts';
import type { ViewedItem } from '../model/viewed-item.ts';
import { ZoomStage } from './zoom-stage.tsx';
import css from './compare.module.css';

const t = words.viewer.differenceView;

const amplifications = [1, 2, 4, 8, 16, 32] as const;

function useLoadedPicture(url: string | null): { picture: HTMLImageElement | null; isBroken: boolean } {
  const [loaded, setLoaded] = useState<{ url: string; picture: HTMLImageElement | null } | null>(null);
  useEffect(() => {
    if (url === null) return undefined;
    let mounted = true;
    const picture = new Image();
    picture.crossOrigin = 'anonymous';
    picture.addEventListener('load', () => mounted && setLoaded({ url, picture }));
    picture.addEventListener('error', () => mounted && setLoaded({ url, picture: null }));
    picture.src = url;
    return () => {
      mounted = false;
    };
  }, [url]);
  const isOfUrl = loaded !== null && loaded.url === url;
  return { picture: isOfUrl ? loaded.picture : null, isBroken: isOfUrl && loaded.picture === null };
}

function usePicture(item: ViewedItem) {
  const fileId = isFileOutput(item.output) ? item.output.fileId : null;
  const media = useMediaUrl(item.connectionId, fileId === null ? null : { kind: 'file', fileId }, 'preview');
  const mediaInfo = useMediaInfo(item.connectionId, fileId);
  const { data } = mediaInfo;
  return {
    ...useLoadedPicture(media?.url ?? null),
    size: data?.kind === 'image' ? data : null,
    isUnreadable: mediaInfo.isError,
  };
}

/** Where two pictures differ, and by how much: black is equal. */
export function DifferenceView({
  first,
  second,
  image,
}: {
  first: ViewedItem;
  second: ViewedItem;
  image: ImageView;
}): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [amplification, setAmplification] = useState<number>(4);
  const [difference, setDifference] = useState<Difference | null>(null);
  const [leftPicture, rightPicture] = [usePicture(first), usePicture(second)];
  useEffect(() => {
    if (!canvas.current || !leftPicture.picture || !rightPicture.picture) return;
    setDifference(drawDifference(canvas.current, leftPicture.picture, rightPicture.picture));
  }, [leftPicture.picture, rightPicture.picture]);
  if (
    leftPicture.isBroken ||
    rightPicture.isBroken ||
    leftPicture.isUnreadable ||
    rightPicture.isUnreadable
  ) {
    return <StageNote>{t.picturesCouldNotRead}</StageNote>;
  }
  const hasDifferentSize =
    leftPicture.size &&
    rightPicture.size &&
    (leftPicture.size.width !== rightPicture.size.width ||
      leftPicture.size.height !== rightPicture.size.height);
  const size = leftPicture.size ?? difference?.size ?? { width: 1, height: 1 };
  return (
    <div className={css['whole']}>
      <ZoomStage
        picture={size}
        view={image.view}
        onView={image.setView}
        onMetrics={image.setMetrics}
        maxK={Infinity}
      >
        <canvas
          ref={canvas}
          className={css['difference']}
          role="img"
          aria-label={t.differenceOfAnd(first.label, second.label)}
          style={{ filter: amplification === 1 ? undefined : `brightness(${amplification})` }}
        />
      </ZoomStage>
      <div className={css['corner']} data-side="left">
        <div className={css['gain']}>
          <span aria-hidden>{t.label}</span>
          <Slider
            className={css['gainSlider']}
            label={t.label}
            min={0}
            max={amplifications.length - 1}
            step={1}
            value={amplifications.findIndex((value) => value === amplification)}
            valueText={t.times(amplification)}
            onValueChange={(at) => setAmplification(amplifications[at] ?? 1)}
          />
          <span className={css['gainValue']}>{amplification} ×</span>
        </div>
        <span role="status">{difference ? describe(difference) : t.comparing}</span>
      </div>
      {hasDifferentSize && leftPicture.size && rightPicture.size ? (
        <span className={css['corner']} data-side="right">
          {t.secondPixelsFitted(
            rightPicture.size.width,
            rightPicture.size.height,
            leftPicture.size.width,
            leftPicture.size.height,
          )}
        </span>
      ) : null}
    </div>
  );
}

function describe({ share, largest }: Difference): string {
  if (largest === 0) return t.theyEqual;
  const percent = share * 100;
  const percentText = percent > 0 && percent < 0.1 ? t.lessThan : decimal(percent, 1);
  return t.pixelsDifferMost(percentText, largest);
}
