import type { RunHub } from '#service/engine/run-hub.ts';
import type { RunEventRow } from '#service/engine/run-event-rows.ts';
import type { RunStore } from '#service/engine/run-rows.ts';
import { runEventText } from './run-detail.ts';

export interface RunEventStreamDependencies {
  store: RunStore;
  hub: RunHub;
  /** The opaque cursor of an event: its `id`. */
  cursorOf(run: { id: string; accountId: string }, sequence: number): string;
  /** The data of an event, as JSON text; null leaves the event out. By default a `PublicRunEvent`. */
  textOf?(row: RunEventRow, run: { id: string; accountId: string }, id: string): Promise<string | null>;
  /** Called when a run has no reader any more. */
  onFeedEnd?(run: { id: string; accountId: string }): void;
}

/** An event as it is sent. */
export interface Frame {
  sequence: number;
  bytes: Uint8Array;
}

/** Who reads the events of a run. */
interface FeedReader {
  /** New events came, of so many bytes. */
  wake(bytes: number): Promise<void>;
  /** Events cannot be read. */
  fail(error: unknown): void;
}

const PAGE = 500;
/** Rows of history read at a time: about what fits a buffer. */
const HISTORY_PAGE = 100;
const RECENT_BYTES = 1024 * 1024;
const EMPTY_CHUNK = new Uint8Array();
const ENDS = new Set(['run.succeeded', 'run.failed', 'run.canceled']);

const encoder = new TextEncoder();

/** The new events of one run that has readers, framed once for all of them. */
export class Feed {
  readonly #deps: RunEventStreamDependencies;
  readonly #run: { id: string; accountId: string };
  readonly #onEmpty: () => void;
  readonly #readers = new Set<FeedReader>();
  /** Readers that wait for the feed to be opened. */
  #joining = 0;
  readonly #unsubscribe: () => void;
  readonly #ready: Promise<void>;
  /** Newest frames, ascending without gaps; older ones come from the database. */
  #recent: Frame[] = [];
  #recentBytes = 0;
  #last = 0;
  #isClosed = false;
  #isLoading = true;
  /** Whether something came while it was loading. */
  #hasMore = false;

  constructor(deps: RunEventStreamDependencies, run: { id: string; accountId: string }, onEmpty: () => void) {
    this.#deps = deps;
    this.#run = run;
    this.#onEmpty = onEmpty;
    // Before the newest event is looked up: what comes after it is heard of.
    this.#unsubscribe = deps.hub.subscribe(run.id, () => void this.#load());
    this.#ready = this.#open();
  }

  async #open(): Promise<void> {
    const last = await this.#deps.store.events.last(this.#run.id);
    this.#last = last?.sequence ?? 0;
    this.#isClosed = last !== null && ENDS.has(last.type);
    this.#isLoading = false;
    if (this.#hasMore) void this.#load();
  }

  /** Resolves once the feed is open; `add` has to follow at once. */
  async join(): Promise<void> {
    this.#joining += 1;
    try {
      await this.#ready;
    } catch (error) {
      this.#joining -= 1;
      this.#leaveIfEmpty();
      throw error;
    }
  }

  add(reader: FeedReader): void {
    this.#joining -= 1;
    this.#readers.add(reader);
  }

  remove(reader: FeedReader): void {
    this.#readers.delete(reader);
    this.#leaveIfEmpty();
  }

  #leaveIfEmpty(): void {
    if (this.#readers.size > 0 || this.#joining > 0) return;
    this.#unsubscribe();
    this.#onEmpty();
  }

  /** Sequence number of the newest event that is known. */
  get last(): number {
    return this.#last;
  }

  /** Whether there is anything after this position. */
  isBehind(position: number): boolean {
    return position < this.#last;
  }

  /** Whether nothing will ever come after this position. */
  isOver(position: number): boolean {
    return this.#isClosed && position >= this.#last;
  }

  /** Frames after a position, at most about `maxBytes` of them but at least one if there is one. */
  async after(position: number, maxBytes: number): Promise<Frame[]> {
    const first = this.#recent[0];
    if (first !== undefined && position >= first.sequence - 1)
      return this.#fitting(this.#recent, position - first.sequence + 1, maxBytes);
    const rows = await this.#deps.store.events.after(this.#run.id, position, HISTORY_PAGE);
    const frames: Frame[] = [];
    let bytes = 0;
    for (const row of rows) {
      // Where each costs a look into the database, none is made that does not fit.
      if (row.sequence > this.#last || bytes > maxBytes) break;
      const frame = this.#textFrame(row) ?? (await this.#frame(row));
      frames.push(frame);
      bytes += frame.bytes.byteLength;
    }
    return this.#fitting(frames, 0, maxBytes);
  }

  #fitting(frames: readonly Frame[], start: number, maxBytes: number): Frame[] {
    let bytes = 0;
    let end = start;
    for (; end < frames.length; end += 1) {
      const frame = frames[end]!;
      if (frame.sequence > this.#last || (bytes > 0 && bytes + frame.bytes.byteLength > maxBytes)) break;
      bytes += frame.bytes.byteLength;
    }
    return frames.slice(start, end);
  }

  async #load(): Promise<void> {
    this.#hasMore = true;
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      while (this.#hasMore) {
        this.#hasMore = false;
        await this.#loadPages();
      }
    } catch (error) {
      // A database that cannot be read: readers resume where they were.
      for (const reader of this.#readers) reader.fail(error);
    } finally {
      this.#isLoading = false;
    }
  }

  async #loadPages(): Promise<void> {
    let loadedCount = 0;
    for (;;) {
      const rows = await this.#deps.store.events.after(this.#run.id, this.#last, PAGE);
      for (const row of rows) {
        const frame = this.#textFrame(row) ?? (await this.#frame(row));
        this.#recent.push(frame);
        this.#recentBytes += frame.bytes.byteLength;
        loadedCount += frame.bytes.byteLength;
        this.#last = row.sequence;
        if (ENDS.has(row.type)) this.#isClosed = true;
      }
      let dropped = 0;
      while (this.#recentBytes > RECENT_BYTES && dropped < this.#recent.length) {
        this.#recentBytes -= this.#recent[dropped]!.bytes.byteLength;
        dropped += 1;
      }
      if (dropped > 0) this.#recent = this.#recent.slice(dropped);
      if (rows.length < PAGE) break;
    }
    for (const reader of this.#readers) void reader.wake(loadedCount);
  }

  /** The frame of an event whose text says nothing beside the event; null where it does. */
  #textFrame(row: RunEventRow): Frame | null {
    if (this.#deps.textOf !== undefined) return null;
    const id = this.#deps.cursorOf(this.#run, row.sequence);
    return frameOf(row, id, runEventText(row, this.#run.id, id));
  }

  async #frame(row: RunEventRow): Promise<Frame> {
    const id = this.#deps.cursorOf(this.#run, row.sequence);
    return frameOf(row, id, (await this.#deps.textOf?.(row, this.#run, id)) ?? null);
  }
}

const frameOf = ({ sequence }: RunEventRow, id: string, text: string | null): Frame => ({
  sequence,
  bytes: text === null ? EMPTY_CHUNK : encoder.encode(`id: ${id}\ndata: ${text}\n\n`),
});
