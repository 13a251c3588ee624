import { STREAM_REJECTED } from '#shared/api/index.ts';
import type { RunHub } from '#service/engine/run-hub.ts';
import type { RunEventRow } from '#service/engine/run-event-rows.ts';
import type { RunStore } from '#service/engine/run-rows.ts';

/**
 * Server-Sent Events of runs. The database is the truth: a reader has a position in the run's events and reads on from
 * there, so that resuming has no gap and no double. What is new is read once a run and handed to all its readers.
 */
export interface RunEventStreams {
  /**
   * Events after a sequence number, then new ones as they happen; ends after the run's last event.
   * @param signal aborted when the client goes away.
   * @param rejection asked before each piece and every second: why the reader may have no more, in a sentence, which is the last
   * it gets; null while it may.
   */
  open(
    run: { id: string; accountId: string },
    after: number,
    signal: AbortSignal,
    rejection: () => string | null,
  ): Response;
  /** Streams open now. */
  readonly size: number;
  /** Ends all streams; readers resume elsewhere or later. */
  close(): void;
}

export interface RunEventStreamDependencies {
  store: RunStore;
  hub: RunHub;
  /** The opaque cursor of an event: its `id`. */
  cursorOf(run: { id: string; accountId: string }, sequence: number): string;
  /** The data of an event, as JSON text; null leaves the event out. By default a `PublicRunEvent`. */
  textOf?(row: RunEventRow, run: { id: string; accountId: string }, id: string): string | null;
  /** Called when a run has no reader any more. */
  onFeedEnd?(run: { id: string; accountId: string }): void;
}

export interface RunEventStreamOptions {
  /** A comment goes out this often, so that proxies keep a quiet connection open. */
  heartbeatMs?: number;
  /** So often every reader is asked about whether it may read on. */
  checkMs?: number;
  /** A reader that takes nothing for this long while events wait is dropped. */
  stallMs?: number;
  /** A reader for which this many bytes pile up while it takes nothing is dropped. */
  stallBytes?: number;
}

const PAGE = 500;
/** Rows of history read at a time: about what fits a buffer. */
const HISTORY_PAGE = 100;
const RECENT_BYTES = 1024 * 1024;
/** What a stream holds for its reader before it waits for it. */
const BUFFER_BYTES = 64 * 1024;

const encoder = new TextEncoder();
const HELLO = encoder.encode('retry: 1000\n\n');
const EMPTY_CHUNK = new Uint8Array();
const HEARTBEAT = encoder.encode(': still here\n\n');
const ENDS = new Set(['run.succeeded', 'run.failed', 'run.canceled']);

interface Frame {
  sequence: number;
  bytes: Uint8Array;
}

/** @param options of the spec: a reader is dropped at 1 MiB or 10 s behind. */
export function createRunEventStreams(
  deps: RunEventStreamDependencies,
  options: RunEventStreamOptions = {},
): RunEventStreams {
  const limits = {
    heartbeatMs: options.heartbeatMs ?? 15_000,
    checkMs: options.checkMs ?? 1000,
    stallMs: options.stallMs ?? 10_000,
    stallBytes: options.stallBytes ?? 1024 * 1024,
  };
  const feeds = new Map<string, Feed>();
  const readers = new Set<Reader>();
  // Keys are revoked by other processes as well, which tell nobody.
  let checking: NodeJS.Timeout | null = null;
  const stopChecking = (): void => {
    if (checking !== null) clearInterval(checking);
    checking = null;
  };

  return {
    get size() {
      return readers.size;
    },
    open(run, after, signal, rejection) {
      let feed = feeds.get(run.id);
      if (feed === undefined) {
        const created = new Feed(deps, run, () => {
          if (feeds.get(run.id) !== created) return;
          feeds.delete(run.id);
          deps.onFeedEnd?.(run);
        });
        feeds.set(run.id, created);
        feed = created;
      }
      const reader: Reader = new Reader(feed, after, limits, {
        rejection,
        onEnd: () => {
          readers.delete(reader);
          if (readers.size === 0) stopChecking();
        },
      });
      readers.add(reader);
      checking ??= setInterval(() => {
        for (const open of readers) open.check();
      }, limits.checkMs).unref();
      if (signal.aborted) reader.end();
      else signal.addEventListener('abort', () => reader.end(), { once: true });
      return new Response(reader.stream, {
        headers: {
          'content-type': 'text/event-stream',
          'cache-control': 'no-store',
          'x-accel-buffering': 'no',
        },
      });
    },
    close() {
      for (const reader of readers) reader.end();
    },
  };
}

/** The new events of one run that has readers, framed once for all of them. */
class Feed {
  readonly #deps: RunEventStreamDependencies;
  readonly #run: { id: string; accountId: string };
  readonly #onEmpty: () => void;
  readonly #readers = new Set<Reader>();
  readonly #unsubscribe: () => void;
  /** Newest frames, ascending without gaps; older ones come from the database. */
  #recent: Frame[] = [];
  #recentBytes = 0;
  #last: number;
  #isClosed: boolean;

  constructor(deps: RunEventStreamDependencies, run: { id: string; accountId: string }, onEmpty: () => void) {
    this.#deps = deps;
    this.#run = run;
    this.#onEmpty = onEmpty;
    this.#last = deps.store.events.lastSequence(run.id);
    this.#isClosed =
      this.#last > 0 && ENDS.has(deps.store.events.after(run.id, this.#last - 1, 1)[0]?.type ?? '');
    this.#unsubscribe = deps.hub.subscribe(run.id, () => this.#load());
  }

  add(reader: Reader): void {
    this.#readers.add(reader);
  }

  remove(reader: Reader): void {
    this.#readers.delete(reader);
    if (this.#readers.size > 0) return;
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
  after(position: number, maxBytes: number): Frame[] {
    const frames: Frame[] = [];
    let bytes = 0;
    for (const frame of this.#framesAfter(position)) {
      if (frame.sequence > this.#last || (bytes > 0 && bytes + frame.bytes.byteLength > maxBytes)) break;
      frames.push(frame);
      bytes += frame.bytes.byteLength;
    }
    return frames;
  }

  *#framesAfter(position: number): Generator<Frame> {
    const first = this.#recent[0];
    if (first === undefined || position < first.sequence - 1) {
      const rows = this.#deps.store.events.after(this.#run.id, position, HISTORY_PAGE);
      for (const row of rows) yield this.#frame(row);
      return;
    }
    for (let index = position - first.sequence + 1; index < this.#recent.length; index += 1) {
      yield this.#recent[index]!;
    }
  }

  #load(): void {
    let loadedCount = 0;
    for (;;) {
      const rows = this.#deps.store.events.after(this.#run.id, this.#last, PAGE);
      for (const row of rows) {
        const frame = this.#frame(row);
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
    for (const reader of this.#readers) reader.wake(loadedCount);
  }

  #frame(row: RunEventRow): Frame {
    const id = this.#deps.cursorOf(this.#run, row.sequence);
    const text = this.#deps.textOf ? this.#deps.textOf(row, this.#run, id) : eventText(row, this.#run.id, id);
    return {
      sequence: row.sequence,
      bytes: text === null ? EMPTY_CHUNK : encoder.encode(`id: ${id}\ndata: ${text}\n\n`),
    };
  }
}

/** A `PublicRunEvent` as JSON text, without parsing the event's data to write it again. */
function eventText(row: RunEventRow, runId: string, id: string): string {
  const head = JSON.stringify({
    id,
    runId,
    type: row.type,
    createdAt: row.createdAt,
    message: row.message,
    nodeId: row.nodeId,
    progress: row.progress,
  });
  return `${head.slice(0, -1)},"data":${row.data}}`;
}

class Reader {
  readonly stream: ReadableStream<Uint8Array>;
  readonly #feed: Feed;
  readonly #limits: Required<RunEventStreamOptions>;
  readonly #rejection: () => string | null;
  readonly #onEnd: () => void;
  readonly #heartbeat: NodeJS.Timeout;
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  #position: number;
  /** The newest event when the stream was opened: what came before it is history and does not count as behind. */
  readonly #joinedAt: number;
  /** Bytes that came since and have not been handed over. */
  #behindBytes = 0;
  #stall: NodeJS.Timeout | null = null;

  constructor(
    feed: Feed,
    after: number,
    limits: Required<RunEventStreamOptions>,
    { rejection, onEnd }: { rejection: () => string | null; onEnd: () => void },
  ) {
    this.#feed = feed;
    this.#rejection = rejection;
    this.#position = after;
    this.#joinedAt = feed.last;
    this.#limits = limits;
    this.#onEnd = onEnd;
    feed.add(this);
    this.#heartbeat = setInterval(() => this.#sendHeartbeat(), limits.heartbeatMs);
    this.#heartbeat.unref();
    this.stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
          // At once, so that the client gets the head of the response before the first event.
          controller.enqueue(HELLO);
        },
        pull: () => {
          this.#resume();
          this.#fill();
        },
        cancel: () => this.#leave(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: BUFFER_BYTES }),
    );
  }

  /** New events came, of so many bytes. */
  wake(bytes: number): void {
    // Whoever was waiting for room before these came has had its turn; a burst alone makes nobody slow.
    const wasBlocked = this.#stall !== null;
    this.#behindBytes += bytes;
    this.#fill();
    if (wasBlocked && this.#stall !== null && this.#behindBytes > this.#limits.stallBytes) this.#drop();
  }

  /** Ends the stream in good order. */
  end(): void {
    const controller = this.#controller;
    if (controller === null) return;
    this.#leave();
    controller.close();
  }

  /** Ends the stream with the reason, where the reader may have no more. @returns whether it ended. */
  check(): boolean {
    const controller = this.#controller;
    const reason = controller === null ? null : this.#rejection();
    if (controller === null || reason === null) return false;
    // Before the last event is handed over, which may ask for more at once.
    this.#leave();
    const error = { code: 'UNAUTHORIZED', message: reason };
    controller.enqueue(encoder.encode(`event: ${STREAM_REJECTED}\ndata: ${JSON.stringify({ error })}\n\n`));
    controller.close();
    return true;
  }

  #fill(): void {
    for (;;) {
      const controller = this.#controller;
      if (controller === null || this.check()) return;
      if (this.#feed.isOver(this.#position)) {
        this.end();
        return;
      }
      if (!this.#feed.isBehind(this.#position)) {
        this.#resume();
        return;
      }
      const availableSize = controller.desiredSize ?? 0;
      if (availableSize <= 0) {
        this.#stall ??= setTimeout(() => this.#drop(), this.#limits.stallMs);
        return;
      }
      const frames = this.#feed.after(this.#position, availableSize);
      const last = frames.at(-1);
      if (last === undefined) return;
      // Before handing them over, because that may ask for more at once.
      this.#position = last.sequence;
      for (const frame of frames) {
        if (frame.sequence > this.#joinedAt) this.#behindBytes -= frame.bytes.byteLength;
      }
      const bytes = frames.length === 1 ? last.bytes : joined(frames);
      if (bytes.byteLength > 0) controller.enqueue(bytes);
    }
  }

  /** The reader takes again. */
  #resume(): void {
    if (this.#stall !== null) clearTimeout(this.#stall);
    this.#stall = null;
  }

  #sendHeartbeat(): void {
    const controller = this.#controller;
    if (controller !== null && (controller.desiredSize ?? 0) > 0) controller.enqueue(HEARTBEAT);
  }

  #drop(): void {
    const controller = this.#controller;
    if (controller === null) return;
    this.#leave();
    const error = new Error(
      'A reader of run events fell too far behind and was cut off; it can resume by its last id.',
    );
    // The HTTP server prints it: one line says it all.
    error.stack = error.message;
    controller.error(error);
  }

  #leave(): void {
    this.#controller = null;
    this.#resume();
    clearInterval(this.#heartbeat);
    this.#feed.remove(this);
    this.#onEnd();
  }
}

function joined(frames: readonly Frame[]): Uint8Array {
  const bytes = new Uint8Array(frames.reduce((sum, frame) => sum + frame.bytes.byteLength, 0));
  let offset = 0;
  for (const frame of frames) {
    bytes.set(frame.bytes, offset);
    offset += frame.bytes.byteLength;
  }
  return bytes;
}
