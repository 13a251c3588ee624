import { STREAM_REJECTED } from '#shared/api/index.ts';
import { Feed, type Frame, type RunEventStreamDependencies } from './event-feed.ts';

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
    rejection: () => Promise<string | null>,
  ): Promise<Response>;
  /** Streams open now. */
  readonly size: number;
  /** Ends all streams; readers resume elsewhere or later. */
  close(): void;
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

/** What a stream holds for its reader before it waits for it. */
const BUFFER_BYTES = 64 * 1024;

const encoder = new TextEncoder();
const HELLO = encoder.encode('retry: 1000\n\n');
const HEARTBEAT = encoder.encode(': still here\n\n');

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
    async open(run, after, signal, rejection) {
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
      await feed.join();
      const reader: Reader = new Reader(feed, after, limits, {
        rejection,
        onEnd: () => {
          readers.delete(reader);
          if (readers.size === 0) stopChecking();
        },
      });
      readers.add(reader);
      checking ??= setInterval(() => {
        for (const open of readers) open.scheduleCheck();
      }, limits.checkMs).unref();
      if (signal.aborted) reader.end();
      else signal.addEventListener('abort', () => reader.end(), { once: true });
      return new Response(reader.stream, {
        headers: {
          'content-type': 'text/event-stream',
          // Compressed or collected on the way, events would come late.
          'cache-control': 'no-store, no-transform',
          'x-accel-buffering': 'no',
        },
      });
    },
    close() {
      for (const reader of readers) reader.end();
    },
  };
}

class Reader {
  readonly stream: ReadableStream<Uint8Array>;
  readonly #feed: Feed;
  readonly #limits: Required<RunEventStreamOptions>;
  readonly #rejection: () => Promise<string | null>;
  readonly #onEnd: () => void;
  readonly #heartbeat: NodeJS.Timeout;
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  #position: number;
  /** The newest event when the stream was opened: what came before it is history and does not count as behind. */
  readonly #joinedAt: number;
  /** Bytes that came since and have not been handed over. */
  #behindBytes = 0;
  #stall: NodeJS.Timeout | null = null;
  /** Set while events are handed over. */
  #filling: Promise<void> | null = null;
  /** Whether there may be something to hand over. */
  #isPending = false;

  constructor(
    feed: Feed,
    after: number,
    limits: Required<RunEventStreamOptions>,
    { rejection, onEnd }: { rejection: () => Promise<string | null>; onEnd: () => void },
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
        pull: async () => {
          this.#resume();
          return await this.#fill();
        },
        cancel: () => this.#leave(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: BUFFER_BYTES }),
    );
  }

  /** New events came, of so many bytes. */
  async wake(bytes: number): Promise<void> {
    // Whoever was waiting for room before these came has had its turn; a burst alone makes nobody slow.
    const wasBlocked = this.#stall !== null;
    this.#behindBytes += bytes;
    await this.#fill();
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
  async #check(): Promise<boolean> {
    if (this.#controller === null) return true;
    const reason = await this.#rejection();
    const controller = this.#controller;
    if (controller === null) return true;
    if (reason === null) return false;
    // Before the last event is handed over, which may ask for more at once.
    this.#leave();
    const error = { code: 'UNAUTHORIZED', message: reason };
    controller.enqueue(encoder.encode(`event: ${STREAM_REJECTED}\ndata: ${JSON.stringify({ error })}\n\n`));
    controller.close();
    return true;
  }

  /** Looks whether the reader may have more, beside everything else. */
  scheduleCheck(): void {
    this.#check().catch((error: unknown) => this.fail(error));
  }

  /** Ends the stream where what it shows cannot be read; its reader resumes. */
  fail(error: unknown): void {
    const controller = this.#controller;
    if (controller === null) return;
    this.#leave();
    controller.error(error);
  }

  /** Hands over what there is room for. Resolves once it has, whoever began it. */
  #fill(): Promise<void> {
    this.#isPending = true;
    this.#filling ??= this.#fillOn();
    return this.#filling;
  }

  async #fillOn(): Promise<void> {
    try {
      while (this.#isPending) {
        this.#isPending = false;
        while (await this.#fillOnce());
      }
    } catch (error) {
      this.fail(error);
    } finally {
      this.#filling = null;
    }
  }

  /** @returns whether there may be more to hand over. */
  async #fillOnce(): Promise<boolean> {
    if (this.#controller === null) return false;
    const isBehind = this.#feed.isBehind(this.#position);
    const availableSize = this.#controller.desiredSize ?? 0;
    const frames = isBehind && availableSize > 0 ? await this.#feed.after(this.#position, availableSize) : [];
    // Looked up last: nothing comes between the answer and what is handed over.
    if (await this.#check()) return false;
    const controller = this.#controller;
    if (controller === null) return false;
    if (this.#feed.isOver(this.#position)) {
      this.end();
      return false;
    }
    if (!isBehind) {
      // What came meanwhile has woken it.
      this.#resume();
      return false;
    }
    if (availableSize <= 0) {
      this.#stall ??= setTimeout(() => this.#drop(), this.#limits.stallMs);
      return false;
    }
    const last = frames.at(-1);
    if (last === undefined) return false;
    // Before handing them over, because that may ask for more at once.
    this.#position = last.sequence;
    for (const frame of frames) {
      if (frame.sequence > this.#joinedAt) this.#behindBytes -= frame.bytes.byteLength;
    }
    const bytes = frames.length === 1 ? last.bytes : joined(frames);
    if (bytes.byteLength > 0) controller.enqueue(bytes);
    return true;
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
