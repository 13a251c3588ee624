import { useEffect, useEffectEvent, useRef, useState, type ReactElement, type ReactNode } from 'react';
import type { MediaFacts, PictureRegion } from '#shared/desk/index.ts';
import { describeProblem, useMediaInfo, useMediaUrl } from '#renderer/desk/index.ts';
import { number, words } from '#renderer/words/index.ts';
import { MAX_PAGE_PIXELS, variantFor } from '../model/image-source.ts';
import { colorAt, type PixelColor } from '../model/pixel-color.ts';
import { usePictureRegions } from './use-picture-regions.ts';
import type { Metrics } from '../gestures/use-image-view.ts';
import type { FileRunOutput } from '../model/viewed-item.ts';
import { ZoomStage } from './zoom-stage.tsx';
import type { View } from '../model/zoom.ts';
import css from './image-stage.module.css';

const t = words.viewer.imageStage;

type ImageInfo = Extract<MediaFacts, { kind: 'image' }>;

/** The pixel that is pointed at. */
export interface PointedPixel extends PixelColor {
  x: number;
  y: number;
  /** False while the color is that of a smaller copy, until it is read from the original. */
  isExact: boolean;
}

interface StageProps {
  connectionId: string;
  file: FileRunOutput;
  label: string;
  view: View;
  onView: (view: View) => void;
  onMetrics?: (metrics: Metrics) => void;
  onPixel?: (pixel: PointedPixel | null) => void;
  /** As of `fitScale`. */
  maxK?: number;
}

/** A picture that can be moved and looked at pixel by pixel, or the sentence why there is none. */
export function ImageStage(props: StageProps): ReactElement {
  const { connectionId, file } = props;
  const isEmpty = file.sizeBytes === 0;
  const imageInfo = useMediaInfo(connectionId, isEmpty ? null : file.fileId);
  if (isEmpty) return <StageNote>{t.fileEmptyBytesRun}</StageNote>;
  if (imageInfo.isError) return <StageNote>{describeProblem(imageInfo.error)}</StageNote>;
  if (!imageInfo.data) return <div className={css['stage']} aria-busy />;
  if (imageInfo.data.kind !== 'image') return <StageNote>{t.fileNotPictureSave}</StageNote>;
  return <Picture {...props} imageInfo={imageInfo.data} />;
}

export const StageNote = ({ children }: { children: ReactNode }): ReactElement => (
  <div className={css['stage']}>
    <p className={css['problem']} role="status">
      {children}
    </p>
  </div>
);

function Picture({
  connectionId,
  file,
  label,
  onPixel,
  imageInfo,
  ...stage
}: StageProps & { imageInfo: ImageInfo }): ReactElement {
  const { width, height } = imageInfo;
  const [screenSide, setScreenSide] = useState(0);
  const [visible, setVisible] = useState<PictureRegion | null>(null);
  const pointed = useRef<{ x: number; y: number } | null>(null);
  const layers = useLayers(connectionId, file.fileId, imageInfo, screenSide);
  const regions = usePictureRegions(connectionId, file.fileId, imageInfo, screenSide, visible);
  const exceedsPixelLimit = width * height > MAX_PAGE_PIXELS;
  const reportColor = (): boolean => {
    const at = pointed.current;
    const copy = layers.shown.current;
    const regionColor = at && copy?.isOriginal !== true ? regions.colorOf(at) : null;
    const color =
      regionColor ?? (at && copy ? colorAt(copy.image, (at.x + 0.5) / width, (at.y + 0.5) / height) : null);
    const isExact = regionColor !== null || copy?.isOriginal === true;
    onPixel?.(at && color ? { ...at, ...color, isExact } : null);
    return isExact;
  };
  const repeatColorReport = useEffectEvent(reportColor);
  useEffect(() => {
    if (regions.reads > 0) repeatColorReport();
  }, [regions.reads]);
  const onPoint = (at: { x: number; y: number } | null): void => {
    pointed.current = at;
    const isExact = reportColor();
    regions.want(isExact ? null : at);
  };
  return (
    <ZoomStage
      {...stage}
      picture={imageInfo}
      onScreenSide={setScreenSide}
      onVisible={exceedsPixelLimit ? setVisible : undefined}
      onPoint={onPixel ? onPoint : undefined}
      above={
        <>
          {layers.problem ? <p className={css['problem']}>{layers.problem}</p> : null}
          {exceedsPixelLimit && !regions.shown ? (
            <p className={css['note']} role="status">
              {t.smallerThanMegapixelsThan(megapixels(width * height))}
            </p>
          ) : null}
        </>
      }
    >
      {layers.render(label)}
      {regions.shown ? (
        <img
          crossOrigin="anonymous"
          src={regions.shown.url}
          alt=""
          draggable={false}
          data-region
          style={regions.shown.region}
        />
      ) : null}
    </ZoomStage>
  );
}

const megapixels = (pixels: number): string => number(Math.round(pixels / 1e6));

/** The preview until what is wanted is loaded, then that alone: two transparent layers would show through each other. */
function useLayers(connectionId: string, fileId: string, imageInfo: ImageInfo, screenSide: number) {
  const targetVariant = screenSide === 0 ? 'preview' : variantFor(imageInfo, screenSide);
  const [sharpest, setSharpest] = useState<{ fileId: string; variant: 'original' | 'large' } | null>(null);
  const [failed, setFailed] = useState<readonly string[]>([]);
  // What was once loaded stays while the view moves.
  const upper =
    targetVariant !== 'preview' ? targetVariant : sharpest?.fileId === fileId ? sharpest.variant : null;
  const isBroken = upper !== null && failed.includes(`${fileId} ${upper}`);
  const visibleUpper = isBroken && upper === 'original' ? 'large' : upper;
  const source = { kind: 'file', fileId } as const;
  const isUpperLoaded = sharpest?.fileId === fileId && sharpest.variant === visibleUpper;
  const lowerUrl = useMediaUrl(connectionId, isUpperLoaded ? null : source, 'preview');
  const upperUrl = useMediaUrl(
    connectionId,
    visibleUpper === null ? null : source,
    visibleUpper ?? 'original',
  );
  const displayed = useRef<{ image: HTMLImageElement; isOriginal: boolean } | null>(null);
  const hasFailed = failed.includes(`${fileId} ${visibleUpper ?? 'preview'}`);
  return {
    shown: displayed,
    problem: hasFailed ? t.pictureCouldNotSave : null,
    render: (label: string): ReactNode => (
      <>
        {lowerUrl && !isUpperLoaded ? (
          <img
            crossOrigin="anonymous"
            src={lowerUrl.url}
            alt={visibleUpper === null ? label : ''}
            draggable={false}
            onLoad={(event) => {
              displayed.current = { image: event.currentTarget, isOriginal: false };
            }}
            onError={() => setFailed((all) => [...all, t.preview(fileId)])}
          />
        ) : null}
        {upperUrl && visibleUpper !== null ? (
          <img
            key={visibleUpper}
            crossOrigin="anonymous"
            src={upperUrl.url}
            alt={label}
            draggable={false}
            onLoad={(event) => {
              displayed.current = { image: event.currentTarget, isOriginal: visibleUpper === 'original' };
              setSharpest({ fileId, variant: visibleUpper });
            }}
            onError={() => setFailed((all) => [...all, `${fileId} ${visibleUpper}`])}
          />
        ) : null}
      </>
    ),
  };
}
