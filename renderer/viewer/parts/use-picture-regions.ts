import { useEffect, useRef, useState } from 'react';
import { parseRegion, regionQuery, type MediaFacts, type PictureRegion } from '#shared/desk/index.ts';
import { loadMediaUrl } from '#renderer/desk/index.ts';
import { LARGE_SIDE, MAX_PAGE_PIXELS } from '../model/image-source.ts';
import { RegionLoader, expandRegion, tileAt, type LoadedRegion } from '../model/picture-regions.ts';
import { colorAt, type PixelColor } from '../model/pixel-color.ts';

type ImageInfo = Extract<MediaFacts, { kind: 'image' }>;
interface Pixel {
  x: number;
  y: number;
}

/** So long pointer and view rest before a part is asked for: it costs the core up to seconds. */
const IDLE_MS = 120;

/**
 * The original's own pixels, of which the page holds a smaller copy alone: the color of one, and the part that is seen.
 * @param screenSide longest side of the picture as it is drawn, in screen pixels.
 * @param visible the part that is in the stage.
 */
export function usePictureRegions(
  connectionId: string,
  fileId: string,
  imageInfo: ImageInfo,
  screenSide: number,
  visible: PictureRegion | null,
) {
  const { width, height } = imageInfo;
  const [view, setView] = useState<{ fileId: string; loaded: LoadedRegion } | null>(null);
  const loaders = useRef<{ tiles: RegionLoader; views: RegionLoader } | null>(null);
  const timer = useRef<number>(undefined);
  const [reads, setReads] = useState(0);
  const canRead = imageInfo.frames === 1 && imageInfo.format !== 'svg';

  useEffect(() => {
    const address = async () => (await loadMediaUrl(connectionId, { kind: 'file', fileId }, 'original')).url;
    const current = {
      tiles: new RegionLoader(address, () => setReads((count) => count + 1)),
      views: new RegionLoader(address, (loaded) => {
        setView({ fileId, loaded });
        setReads((count) => count + 1);
      }),
    };
    loaders.current = current;
    return () => {
      window.clearTimeout(timer.current);
      current.tiles.close();
      current.views.close();
      loaders.current = null;
    };
  }, [connectionId, fileId]);

  // The copy has fewer pixels than are drawn.
  const isZoomedIn = width * height > MAX_PAGE_PIXELS && screenSide > LARGE_SIDE;
  const region = isZoomedIn && canRead && visible ? expandRegion(visible, { width, height }) : null;
  const query = region === null ? '' : regionQuery(region);
  useEffect(() => {
    const timer = window.setTimeout(
      () => loaders.current?.views.request(parseRegion(query.slice(7))),
      IDLE_MS,
    );
    return () => window.clearTimeout(timer);
  }, [query]);
  const visibleRegion = isZoomedIn && view?.fileId === fileId ? view.loaded : null;
  return {
    /** Grows when colors can be read that could not be before. */
    reads,
    /** The part to be drawn over the copy; null while the copy is all there is. */
    shown: visibleRegion,
    /** The color of a pixel of the original; null while its part is not here. */
    colorOf: (pixel: Pixel): PixelColor | null => {
      const loaded = loaders.current?.views.at(pixel) ?? loaders.current?.tiles.at(pixel);
      if (!loaded) return null;
      const { region, image } = loaded;
      return colorAt(
        image,
        (pixel.x - region.left + 0.5) / region.width,
        (pixel.y - region.top + 0.5) / region.height,
      );
    },
    /** Asks for the part of a pixel once the pointer rests; null asks for none any more. */
    want: (pixel: Pixel | null) => {
      window.clearTimeout(timer.current);
      if (!canRead) return;
      if (pixel === null) return loaders.current?.tiles.request(null);
      timer.current = window.setTimeout(
        () => loaders.current?.tiles.request(tileAt(pixel, imageInfo)),
        IDLE_MS,
      );
    },
  };
}
