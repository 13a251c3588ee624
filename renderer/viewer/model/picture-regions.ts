import { MAX_REGION_SIDE, regionQuery, type PictureRegion } from '#shared/desk/index.ts';
import type { Size } from './zoom.ts';

/** Parts of a picture at its own pixels, as the core makes them of the original. */

/** A part that was loaded. */
export interface LoadedRegion {
  region: PictureRegion;
  url: string;
  image: HTMLImageElement;
}

/** Side of the part in which colors are read. */
const TILE = 512;
/** What is drawn begins at multiples of this, so that a small move needs no other part. */
const STEP = 256;
/** Loaded parts that are kept. */
const MAX_LOADED = 12;

/** The part in which a pixel lies; neighbors lie in the same one. */
export function tileAt({ x, y }: { x: number; y: number }, picture: Size): PictureRegion {
  const [left, top] = [Math.floor(x / TILE) * TILE, Math.floor(y / TILE) * TILE];
  return {
    left,
    top,
    width: Math.min(TILE, picture.width - left),
    height: Math.min(TILE, picture.height - top),
  };
}

/** A part around what is seen; null when that is more than is given at once. */
export function expandRegion(visible: PictureRegion, picture: Size): PictureRegion | null {
  const left = Math.floor(visible.left / STEP) * STEP;
  const top = Math.floor(visible.top / STEP) * STEP;
  const width = Math.min(picture.width, Math.ceil((visible.left + visible.width) / STEP) * STEP) - left;
  const height = Math.min(picture.height, Math.ceil((visible.top + visible.height) / STEP) * STEP) - top;
  const fits = (side: number): boolean => side >= 1 && side <= MAX_REGION_SIDE;
  return fits(width) && fits(height) ? { left, top, width, height } : null;
}

const contains = ({ left, top, width, height }: PictureRegion, { x, y }: { x: number; y: number }): boolean =>
  x >= left && y >= top && x < left + width && y < top + height;

/**
 * Loads parts one after the other. What is under way is finished; of what waits only the newest is loaded. Closing gives up
 * all of it, and the core ends its work.
 */
export class RegionLoader {
  readonly #address: () => Promise<string>;
  readonly #onLoaded: (loaded: LoadedRegion) => void;
  #loaded: LoadedRegion[] = [];
  readonly #failed = new Set<string>();
  #loading: { key: string; image: HTMLImageElement | null } | null = null;
  #requested: PictureRegion | null = null;
  #isClosed = false;

  /** @param address of the original, asked for once a part is wanted. */
  constructor(address: () => Promise<string>, onLoaded: (loaded: LoadedRegion) => void) {
    this.#address = address;
    this.#onLoaded = onLoaded;
  }

  /** The loaded part that a pixel lies in. */
  at(pixel: { x: number; y: number }): LoadedRegion | null {
    return this.#loaded.findLast(({ region }) => contains(region, pixel)) ?? null;
  }

  /** Takes the place of what was wanted before and has not begun. Null: nothing is wanted. */
  request(region: PictureRegion | null): void {
    this.#requested = region;
    if (this.#loading === null) void this.#loadRequested();
  }

  close(): void {
    this.#isClosed = true;
    this.#requested = null;
    // Without an address the browser gives the request up.
    this.#loading?.image?.removeAttribute('src');
  }

  async #loadRequested(): Promise<void> {
    while (this.#requested !== null && !this.#isClosed) {
      const region = this.#requested;
      this.#requested = null;
      const key = regionQuery(region);
      const found = this.#loaded.find((loaded) => regionQuery(loaded.region) === key);
      if (found) this.#onLoaded(found);
      if (found || this.#failed.has(key)) continue;
      await this.#load(region, key);
    }
  }

  async #load(region: PictureRegion, key: string): Promise<void> {
    this.#loading = { key, image: null };
    try {
      const address = await this.#address();
      const url = `${address}${address.includes('?') ? '&' : '?'}${key}`;
      const image = new Image();
      image.crossOrigin = 'anonymous';
      if (this.#isClosed) return;
      this.#loading.image = image;
      image.src = url;
      await image.decode();
      if (this.#isClosed) return;
      const loaded = { region, url, image };
      this.#loaded = [...this.#loaded, loaded].slice(-MAX_LOADED);
      this.#onLoaded(loaded);
    } catch {
      this.#failed.add(key);
    } finally {
      this.#loading = null;
    }
  }
}
