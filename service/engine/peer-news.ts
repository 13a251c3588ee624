import type { ServiceContext } from '#service/context.ts';
import type { RunHub } from './run-hub.ts';

/** News of runs, as processes tell them. */

/** A run waits, and whoever told it has no room for it. */
export const QUEUED_NEWS = 'waiting';
const CHANGED = 'run ';
const CANCEL = 'cancel ';

/** A run has new events. */
export const changedNews = (runId: string): string => CHANGED + runId;

/** A run is to be canceled. */
export const cancelNews = (runId: string): string => CANCEL + runId;

/** What others may have asked without being heard is looked for so often. */
const CHECK_MS = 1000;

export interface PeerHandlers {
  hub: RunHub;
  onQueued: () => void;
  onCancel: (runId: string) => void;
  /** Looks at all that others may have written. */
  onCheck: () => void;
  onExpired: () => Promise<void>;
  onReplaced: () => void;
}

/** Hears what other processes tell of runs, and looks into the rows now and then for what was not heard. */
export class PeerNews {
  readonly #ctx: ServiceContext;
  readonly #handlers: PeerHandlers;
  #unsubscribe = (): void => {};
  #timer: NodeJS.Timeout | null = null;

  constructor(ctx: ServiceContext, handlers: PeerHandlers) {
    this.#ctx = ctx;
    this.#handlers = handlers;
  }

  watch(): void {
    const { coordination } = this.#ctx;
    const { onCheck, onExpired, onReplaced } = this.#handlers;
    this.#unsubscribe = coordination.onNews((news) => this.#hear(news));
    coordination.watch({ onExpired, onReplaced });
    this.#timer = setInterval(onCheck, CHECK_MS).unref();
    onCheck();
  }

  stop(): void {
    this.#unsubscribe();
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  #hear(news: readonly string[] | null): void {
    const { hub, onCheck, onCancel, onQueued } = this.#handlers;
    if (news === null) {
      hub.wakeAll();
      onCheck();
      return;
    }
    for (const line of news) {
      if (line.startsWith(CHANGED)) hub.wake(line.slice(CHANGED.length));
      else if (line.startsWith(CANCEL)) onCancel(line.slice(CANCEL.length));
      else if (line === QUEUED_NEWS) onQueued();
    }
  }
}
