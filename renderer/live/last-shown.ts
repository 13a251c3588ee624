import { MAX_LAST_PREVIEWS, type LastPreview } from '#shared/desk/last-preview-schemas.ts';
import type { TimerClock } from '#shared/language/clock.ts';
import type { LiveDocument } from './live-document.ts';
import type { LiveResults } from './live-results.ts';

/** After so long without a new preview, what is shown is stored. Milliseconds. */
export const SAVE_MS = 2000;

/** What the nodes of a project showed last, on this computer. */
export interface LastPreviewsStore {
  /** Empty where nothing can be read. */
  load(): Promise<readonly LastPreview[]>;
  save(previews: LastPreview[]): void;
}

/** Shows what nodes showed last when the project was open before, and stores what they show now. */
export class StoredPreviews {
  readonly #document: Pick<LiveDocument, 'node'>;
  readonly #clock: Pick<TimerClock, 'after'>;
  readonly #results: LiveResults;
  readonly #store: LastPreviewsStore;
  /** Null while all that is shown is stored. */
  #cancelWait: (() => void) | null = null;

  constructor(options: {
    document: Pick<LiveDocument, 'node'>;
    clock: Pick<TimerClock, 'after'>;
    results: LiveResults;
    store: LastPreviewsStore;
  }) {
    this.#document = options.document;
    this.#clock = options.clock;
    this.#results = options.results;
    this.#store = options.store;
  }

  /** Reads what is stored. @returns ends it, and stores what is not stored yet. */
  open(): () => void {
    let isOpen = true;
    const restore = async (): Promise<void> => {
      const previews = await this.#store.load();
      if (isOpen) for (const preview of previews) this.#restore(preview);
    };
    void restore();
    return () => {
      isOpen = false;
      if (this.#cancelWait !== null) this.#save();
    };
  }

  /** A preview was made: it is stored once no other follows. */
  changed(): void {
    this.#cancelWait?.();
    this.#cancelWait = this.#clock.after(SAVE_MS, () => this.#save());
  }

  #restore({ nodeId, ...result }: LastPreview): void {
    if (!this.#hasNode(nodeId)) return;
    this.#results.restore(nodeId, { ...result, isPreview: true });
  }

  #save(): void {
    this.#cancelWait?.();
    this.#cancelWait = null;
    // What is shown of one item is not the result of its node.
    const latest = this.#results
      .lastVisible()
      .filter(([nodeId, { items }]) => items === undefined && this.#hasNode(nodeId));
    this.#store.save(
      latest.slice(0, MAX_LAST_PREVIEWS).map(([nodeId, { key, side, runId, outputs, scale }]) => ({
        nodeId,
        key,
        side,
        runId,
        outputs,
        ...(scale && { scale }),
      })),
    );
  }

  #hasNode(nodeId: string): boolean {
    return this.#document.node(nodeId) !== undefined;
  }
}
