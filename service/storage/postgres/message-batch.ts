/** News of a process on their way to the others: gathered for a moment, as each message costs a commit of its own. */

/** PostgreSQL takes less than 8000 bytes in one message. */
const MAX_BYTES = 7800;
/** News that are sent one by one at most: more of them are told as "look at everything". */
const MAX_NEWS = 2000;
const INTERVAL_MS = 20;

/** Says that anything may be new. */
const EVERYTHING = '*';

/** @returns the news of a message; null for everything. */
export const parseMessage = (payload: string): string[] | null =>
  payload === EVERYTHING ? null : payload.split('\n');

/** Texts of up to so many bytes, each of several lines. */
function* pagesOf(news: Iterable<string>): Generator<string> {
  let page = '';
  for (const line of news) {
    if (page !== '' && Buffer.byteLength(page) + Buffer.byteLength(line) >= MAX_BYTES) {
      yield page;
      page = '';
    }
    page += page === '' ? line : `\n${line}`;
  }
  if (page !== '') yield page;
}

export class MessageBatch {
  readonly #send: (payloads: readonly string[]) => Promise<void>;
  readonly #pending = new Set<string>();
  #timer: NodeJS.Timeout | null = null;
  #isSending = false;
  #sentAt = -Infinity;
  #isClosed = false;

  /** @param send sends messages. What it rejects stays here, until `resume`. */
  constructor(send: (payloads: readonly string[]) => Promise<void>) {
    this.#send = send;
  }

  /** @param news one line */
  add(news: string): void {
    if (this.#isClosed) return;
    this.#pending.add(news);
    this.#schedule();
  }

  /** Sends what is left from before the connection was lost. */
  resume(): void {
    this.#schedule();
  }

  /** Sends what is left. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#flush();
  }

  #schedule(): void {
    if (this.#timer !== null || this.#isSending || this.#pending.size === 0) return;
    // The first of a burst leaves at once.
    const wait = Math.max(0, this.#sentAt + INTERVAL_MS - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#flush();
    }, wait);
    this.#timer.unref();
  }

  async #flush(): Promise<void> {
    if (this.#pending.size === 0) return;
    const news = [...this.#pending];
    this.#pending.clear();
    this.#isSending = true;
    this.#sentAt = performance.now();
    try {
      await this.#send(news.length > MAX_NEWS ? [EVERYTHING] : [...pagesOf(news)]);
      this.#isSending = false;
      if (!this.#isClosed) this.#schedule();
    } catch {
      this.#isSending = false;
      for (const line of news) this.#pending.add(line);
    }
  }
}
