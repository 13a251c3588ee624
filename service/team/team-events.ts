import type { TeamEvent } from '#shared/administration/team.ts';
import type { ServiceContext } from '#service/context.ts';
import { lastSequence } from './change-registers.ts';
import { latestRunOrder } from './team-run-rows.ts';

/** Server-Sent Events that say how far the writes and the runs of an account are; these themselves are read from the rows. */
export interface TeamEvents {
  /** @param signal aborted when the client goes away. */
  open(reader: TeamReader, signal: AbortSignal): Response;
  /** Ends all streams; readers come again. */
  close(): void;
}

interface TeamReader {
  accountId: string;
  /** Why the reader may have no more, in a sentence; null while it may. */
  rejection: () => Promise<string | null>;
}

/** Keys are looked at this often, also while nothing is written: they are revoked by other processes as well, which tell nobody. */
const CHECK_MS = 1000;
/** A comment goes out after so many looks, so that proxies keep a quiet connection open. */
const CHECKS_PER_HEARTBEAT = 15;
/** An event is at most this long: what waits for a slow reader is one event and some comments. */
const BUFFER_BYTES = 1024;

const encoder = new TextEncoder();
const HELLO = encoder.encode('retry: 1000\n\n');
const HEARTBEAT = encoder.encode(': still here\n\n');

export function createTeamEvents(ctx: Pick<ServiceContext, 'db' | 'now' | 'accountNews'>): TeamEvents {
  const streams = new Set<TeamStream>();
  let checks = 0;
  const checking = setInterval(() => {
    checks += 1;
    const isHeartbeat = checks % CHECKS_PER_HEARTBEAT === 0;
    for (const stream of streams) void stream.check(isHeartbeat);
  }, CHECK_MS).unref();

  return {
    open(reader, signal) {
      const stream: TeamStream = new TeamStream({
        ...reader,
        read: async () => ({
          sequence: await lastSequence(ctx, reader.accountId),
          order: await latestRunOrder(ctx.db, reader.accountId),
        }),
        onEnd: () => {
          stopListening();
          streams.delete(stream);
        },
      });
      const stopListening = ctx.accountNews.subscribe(reader.accountId, () => void stream.send());
      streams.add(stream);
      if (signal.aborted) stream.end();
      else signal.addEventListener('abort', () => stream.end());
      return new Response(stream.body, {
        headers: {
          'content-type': 'text/event-stream',
          'cache-control': 'no-store',
          'x-accel-buffering': 'no',
        },
      });
    },
    close() {
      clearInterval(checking);
      for (const stream of streams) stream.end();
    },
  };
}

/** How far the writes of an account are, and its runs. */
interface Position {
  sequence: number;
  order: number;
}

/** One reader. It is told the newest of both when it takes again, however many there were meanwhile. */
class TeamStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #options: TeamReader & { read: () => Promise<Position>; onEnd: () => void };
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  #isReading = false;
  /** What was told last. */
  #last: Position | null = null;
  /** Whether something came that was not told yet. */
  #isBehind = true;

  constructor(options: TeamReader & { read: () => Promise<Position>; onEnd: () => void }) {
    this.#options = options;
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
          controller.enqueue(HELLO);
        },
        pull: async () => await this.#fill(),
        cancel: () => this.#leave(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: BUFFER_BYTES }),
    );
  }

  /** Something was written. */
  send(): Promise<void> {
    this.#isBehind = true;
    return this.#fill();
  }

  async #fill(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#isBehind && (this.#controller?.desiredSize ?? 0) > 0) {
        this.#isBehind = false;
        if ((await this.#options.rejection()) !== null) return this.end();
        const { sequence, order } = await this.#options.read();
        const last = this.#last;
        this.#last = { sequence, order };
        if (sequence !== last?.sequence) this.#enqueueEvent('', { sequence });
        if (order !== last?.order) this.#enqueueEvent('event: runs\n', { order });
      }
    } catch (error) {
      // The database cannot be read: the reader comes again.
      const controller = this.#controller;
      this.#leave();
      controller?.error(error);
    } finally {
      this.#isReading = false;
    }
  }

  /** @param type the line that says which event it is; readers of earlier versions know one without. */
  #enqueueEvent(type: string, event: TeamEvent): void {
    this.#controller?.enqueue(encoder.encode(`${type}data: ${JSON.stringify(event)}\n\n`));
  }

  /** Ends the stream where its key may read no more. @param isHeartbeat says something, so that the connection stays open */
  async check(isHeartbeat: boolean): Promise<void> {
    const reason = await this.#options.rejection().catch(() => null);
    if (reason !== null) return this.end();
    if (!isHeartbeat) return;
    const controller = this.#controller;
    if (controller !== null && (controller.desiredSize ?? 0) > 0) controller.enqueue(HEARTBEAT);
  }

  end(): void {
    const controller = this.#controller;
    if (controller === null) return;
    this.#leave();
    controller.close();
  }

  #leave(): void {
    if (this.#controller === null) return;
    this.#controller = null;
    this.#options.onEnd();
  }
}
