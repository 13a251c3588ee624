import type { NodeRunTable } from '#renderer/model/node-run-state.ts';
import { loadMediaUrl } from '#renderer/desk/index.ts';
import { previewSourceOf } from '../node/preview-source.ts';
import type { EditorSession } from '../session/editor-session.ts';

/** The most pictures kept for drawn nodes. */
const MOST = 600;

/** Pictures of drawn nodes, loaded once and painted when they are there. */
export class PictureCache {
  readonly #session: EditorSession;
  readonly #runTable: NodeRunTable;
  /** Several nodes may show one picture: whoever paints is told, not one node. */
  readonly #onLoaded: () => void;
  #pictures = new Map<string, HTMLImageElement | null>();

  constructor(session: EditorSession, runTable: NodeRunTable, onLoaded: () => void) {
    this.#session = session;
    this.#runTable = runTable;
    this.#onLoaded = onLoaded;
  }

  /** The picture, or null until it is loaded; asks for it on the first call. */
  get(nodeId: string): CanvasImageSource | null {
    const source = previewSourceOf(this.#session, this.#runTable, nodeId);
    if (!source) return null;
    const key = source.kind === 'local' ? source.url : source.fileId;
    const known = this.#pictures.get(key);
    if (known !== undefined) return known;
    this.#pictures.set(key, null);
    const load = (url: string): void => {
      const image = new Image();
      image.decoding = 'async';
      image.addEventListener('load', () => {
        this.#pictures.set(key, image);
        for (const oldest of this.#pictures.keys()) {
          if (this.#pictures.size <= MOST) break;
          this.#pictures.delete(oldest);
        }
        this.#onLoaded();
      });
      image.src = url;
    };
    if (source.kind === 'local') load(source.url);
    else {
      loadMediaUrl(
        this.#session.ports.connectionId,
        { kind: 'file', fileId: source.fileId },
        'thumbnail',
      ).then(
        ({ url }) => load(url),
        () => undefined, // Stays a plain node; the element shows the reason when zoomed in.
      );
    }
    return null;
  }
}
