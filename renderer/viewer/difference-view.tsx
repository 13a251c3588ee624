import { useEffect, useRef, useState, type ReactElement } from 'react';
import { isFileOutput } from '#shared/api/index.ts';
import { useMediaFacts, useMediaUrl } from '#renderer/desk/index.ts';
import { Slider } from '#renderer/ui/index.ts';
import { StageNote } from './image-stage.tsx';
import { drawDifference, type Difference } from './picture-difference.ts';
import type { ImageView } from './use-image-view.ts';
import type { ViewedItem } from './viewed-item.ts';
import { ZoomStage } from './zoom-stage.tsx';
import css from './compare.module.css';

const gains = [1, 2, 4, 8, 16, 32] as const;

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
  const facts = useMediaFacts(item.connectionId, fileId);
  const { data } = facts;
  return {
    ...useLoadedPicture(media?.url ?? null),
    size: data?.kind === 'image' ? data : null,
    isUnreadable: facts.isError,
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
  const [gain, setGain] = useState<number>(4);
  const [difference, setDifference] = useState<Difference | null>(null);
  const [one, other] = [usePicture(first), usePicture(second)];
  useEffect(() => {
    if (!canvas.current || !one.picture || !other.picture) return;
    setDifference(drawDifference(canvas.current, one.picture, other.picture));
  }, [one.picture, other.picture]);
  if (one.isBroken || other.isBroken || one.isUnreadable || other.isUnreadable) {
    return <StageNote>One of the pictures could not be read, so there is no difference to show.</StageNote>;
  }
  const hasOtherSize =
    one.size && other.size && (one.size.width !== other.size.width || one.size.height !== other.size.height);
  const size = one.size ?? difference?.size ?? { width: 1, height: 1 };
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
          aria-label={`Difference of ${first.label} and ${second.label}`}
          style={{ filter: gain === 1 ? undefined : `brightness(${gain})` }}
        />
      </ZoomStage>
      <div className={css['corner']} data-side="left">
        <div className={css['gain']}>
          <span aria-hidden>Gain</span>
          <Slider
            className={css['gainSlider']}
            label="Gain"
            min={0}
            max={gains.length - 1}
            step={1}
            value={gains.findIndex((value) => value === gain)}
            valueText={`${gain} times`}
            onValueChange={(at) => setGain(gains[at] ?? 1)}
          />
          <span className={css['gainValue']}>{gain} ×</span>
        </div>
        <span role="status">{difference ? describe(difference) : 'Comparing…'}</span>
      </div>
      {hasOtherSize && one.size && other.size ? (
        <span className={css['corner']} data-side="right">
          The second is {other.size.width} × {other.size.height} pixels and was fitted to {one.size.width} ×{' '}
          {one.size.height}.
        </span>
      ) : null}
    </div>
  );
}

function describe({ share, largest }: Difference): string {
  if (largest === 0) return 'They are equal.';
  const percent = share * 100;
  const shown = percent > 0 && percent < 0.1 ? 'less than 0.1' : percent.toFixed(1);
  return `${shown} % of the pixels differ, by ${largest} of 255 at most.`;
}
