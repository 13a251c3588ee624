import type { NodeRunTable } from '#renderer/model/node-run-state.ts';
import { loadMediaUrl } from '#renderer/desk/index.ts';
import { previewSourceOf } from '../../node/preview-source.ts';
import type { EditorSession } from '../../session/editor-session.ts';

/** Pictures cached for drawn nodes. */
const MAX_PICTURES = 2000;

/** The longer side of a picture for small nodes, device pixels: a large one takes many times as long to draw. */
const THUMBNAIL_SIZE = 128;

interface CachedPicture {
  /** Null until it is loaded. */
  image: HTMLImageElement | null;
  /** The same small; null until it is made. */
  thumbnail: ImageBitmap | null;
  /** Nodes that were drawn without it. */
  pending: Set<string>;
  /** The drawing that asked for it last. */
  drawing: number;
}

/**
 * Pictures of drawn nodes, loaded once and painted when they are there. What was asked for longest ago is let go, but
 * nothing that the present drawing shows: else two that have no room beside each other would load each other for ever.
 */
export class PictureCache {
  readonly #session: EditorSession;
  readonly #runTable: NodeRunTable;
  readonly #drawing: () => number;
  readonly #onLoaded: (nodeIds: ReadonlySet<string>) => void;
  readonly #maxPictures: number;
  /** By file or address, those asked for last at the end. */
  #pictures = new Map<string, CachedPicture>();

  /**
   * @param drawing a number that changes when everything is drawn anew.
   * @param onLoaded called with the nodes that were drawn without a picture that is there now.
   */
  constructor(
    session: EditorSession,
    runTable: NodeRunTable,
    drawing: () => number,
    onLoaded: (nodeIds: ReadonlySet<string>) => void,
    maxPictures = MAX_PICTURES,
  ) {
    this.#session = session;
    this.#runTable = runTable;
    this.#drawing = drawing;
    this.#onLoaded = onLoaded;
    this.#maxPictures = maxPictures;
  }

  /**
   * The picture, or null until it is loaded; asks for it on the first call.
   * @param width how wide it will be at most, device pixels.
   */
  get(nodeId: string, width = Infinity): CanvasImageSource | null {
    const source = previewSourceOf(this.#session, this.#runTable, nodeId);
    if (!source) return null;
    const key = source.kind === 'local' ? source.url : source.fileId;
    const drawing = this.#drawing();
    const cached = this.#pictures.get(key);
    if (cached) {
      cached.drawing = drawing;
      this.#pictures.delete(key);
      this.#pictures.set(key, cached);
      if (!cached.image) cached.pending.add(nodeId);
      return width <= THUMBNAIL_SIZE ? (cached.thumbnail ?? cached.image) : cached.image;
    }
    if (!this.#evict(drawing)) return null;
    const entry: CachedPicture = { image: null, thumbnail: null, pending: new Set([nodeId]), drawing };
    this.#pictures.set(key, entry);
    const load = (url: string): void => {
      const image = new Image();
      image.decoding = 'async';
      image.addEventListener('load', () => {
        entry.image = image;
        this.#onLoaded(entry.pending);
        entry.pending = new Set();
        void shrink(image).then((thumbnail) => (entry.thumbnail = thumbnail));
      });
      image.src = url;
    };
    if (source.kind === 'local') load(source.url);
    else {
      loadMediaUrl(
        this.#session.ports.connectionId,
        { kind: 'file', fileId: source.fileId },
        source.isSmall ? 'original' : 'thumbnail',
      ).then(
        ({ url }) => load(url),
        () => undefined, // Stays a plain node; the element shows the reason when zoomed in.
      );
    }
    return null;
  }

  /** @returns whether there is room for one more. */
  #evict(drawing: number): boolean {
    if (this.#pictures.size < this.#maxPictures) return true;
    const [oldest] = this.#pictures;
    return oldest !== undefined && oldest[1].drawing !== drawing && this.#pictures.delete(oldest[0]);
  }
}

/** @returns null of a picture that is small, or that the browser does not shrink. */
async function shrink(image: HTMLImageElement): Promise<ImageBitmap | null> {
  const { naturalWidth: width, naturalHeight: height } = image;
  const scale = THUMBNAIL_SIZE / Math.max(width, height);
  if (scale >= 1) return null;
  const resized = {
    resizeWidth: Math.max(1, Math.round(width * scale)),
    resizeHeight: Math.max(1, Math.round(height * scale)),
    resizeQuality: 'medium',
  } as const;
  return createImageBitmap(image, resized).catch(() => null);
}
