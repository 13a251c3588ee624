import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createParser } from 'eventsource-parser';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PublicRunEvent } from '#shared/api/index.ts';
import { transaction } from '#service/storage/database.ts';
import {
  graphOf,
  openBench,
  type BenchOptions,
  type EngineBench,
} from '#service/engine/testing/engine-bench.ts';

let bench: EngineBench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(async () => bench.close());
const reopen = async (options: BenchOptions): Promise<void> => {
  await bench.close();
  bench = await openBench(options);
};

/** The events of a stream as they arrive; ends with the stream. */
async function* eventsOf(response: Response): AsyncGenerator<PublicRunEvent> {
  const arrived: PublicRunEvent[] = [];
  const parser = createParser({
    onEvent: (message) => {
      const event = PublicRunEvent.parse(JSON.parse(message.data));
      expect(message.id).toBe(event.id);
      arrived.push(event);
    },
  });
  const decoder = new TextDecoder();
  for await (const chunk of response.body!) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* arrived.splice(0);
  }
}

async function collect(response: Response): Promise<PublicRunEvent[]> {
  const events: PublicRunEvent[] = [];
  for await (const event of eventsOf(response)) events.push(event);
  return events;
}

const startGate = () => bench.create({ graph: graphOf({ gate: ['test/gate', { folder: bench.folder }] }) });
const openGate = () => writeFileSync(join(bench.folder, 'gate.go'), '');

/** Adds log events to a run, as a talkative node would. */
async function say(runId: string, count: number, length: number): Promise<void> {
  await transaction(bench.ctx.db, async () => {
    for (let line = 0; line < count; line += 1) {
      await bench.engine.store.events.append(runId, {
        type: 'log',
        message: `${line} ${'.'.repeat(length)}`,
      });
    }
  });
  bench.engine.hub.changed(runId);
}

describe('a stream of run events', () => {
  it('tells the same as the list, live, and ends by itself after the last event', async () => {
    const run = await startGate();
    const response = await bench.stream(run.id);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const seen: PublicRunEvent[] = [];
    for await (const event of eventsOf(response)) {
      seen.push(event);
      if (event.type === 'node.progress') openGate();
    }
    expect(seen).toEqual(await bench.events(run.id));
    expect(seen.at(-1)?.type).toBe('run.succeeded');
  });

  it.each(['cursor', 'lastEventId'] as const)(
    'resumes by %s without gaps or doubles, at any place',
    async (by) => {
      openGate();
      const run = await startGate();
      await bench.ended(run.id);
      const all = await bench.events(run.id);
      for (const [index, event] of all.entries()) {
        expect(await collect(await bench.stream(run.id, { [by]: event.id }))).toEqual(all.slice(index + 1));
      }
    },
  );

  it('prefers Last-Event-ID, which a reconnecting browser sends beside its old address', async () => {
    openGate();
    const run = await startGate();
    await bench.ended(run.id);
    const all = await bench.events(run.id);
    const resumed = await collect(
      await bench.stream(run.id, { cursor: all[0]!.id, lastEventId: all[2]!.id }),
    );
    expect(resumed).toEqual(all.slice(3));
  });

  it('joins while the run goes on, and several readers see the same', async () => {
    const run = await startGate();
    await bench.untilEvent(run.id, (event) => event.type === 'node.progress');
    const readers = [await bench.stream(run.id), await bench.stream(run.id), await bench.stream(run.id)].map(
      collect,
    );
    await say(run.id, 50, 10);
    openGate();
    const seen = await Promise.all(readers);
    expect(seen[0]).toEqual([...(await bench.events(run.id, { limit: 200 }))]);
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
  });

  it('reads a history far longer than what is kept in memory', { tags: 'rig' }, async () => {
    const run = await startGate();
    await bench.untilEvent(run.id, (event) => event.type === 'node.progress');
    await say(run.id, 3000, 800);
    const reading = collect(await bench.stream(run.id));
    await say(run.id, 500, 10);
    openGate();
    const seen = await reading;
    const ids = new Set(seen.map((event) => event.id));
    expect(ids.size).toBe(seen.length);
    expect(seen.filter((event) => event.type === 'log')).toHaveLength(3500);
    expect(seen.length).toBe((await bench.engine.store.events.last(run.id))?.sequence);
    expect(seen.at(-1)?.type).toBe('run.succeeded');
  });

  it('refuses cursors that are made up, of another run or of another account', async () => {
    openGate();
    const run = await startGate();
    const other = await startGate();
    await Promise.all([bench.ended(run.id), bench.ended(other.id)]);
    const foreign = (await bench.events(other.id))[0]!.id;
    const refused = expect.objectContaining({ kind: 'INVALID_CURSOR' });
    for (const cursor of ['nonsense', foreign, `${(await bench.events(run.id))[0]!.id}x`]) {
      await expect(bench.stream(run.id, { cursor })).rejects.toThrow(refused);
      await expect(bench.stream(run.id, { lastEventId: cursor })).rejects.toThrow(refused);
      await expect(bench.events(run.id, { cursor })).rejects.toThrow(refused);
    }
    const foreignAccountKey = bench.addAccount('stranger');
    await expect(bench.events(run.id, {}, foreignAccountKey)).rejects.toThrow(
      expect.objectContaining({ kind: 'RUN_NOT_FOUND' }),
    );
  });

  it.each([
    ['too much', { stallBytes: 100_000, stallMs: 3_600_000 }],
    ['too long', { stallBytes: 2 ** 40, stallMs: 20 }],
  ])(
    'drops a reader that stands still %s, and nobody else notices',
    { tags: 'rig' },
    async (_name, streams) => {
      await reopen({ streams });
      const run = await startGate();
      await bench.untilEvent(run.id, (event) => event.type === 'node.progress');
      const stalled = (await bench.stream(run.id)).body!.getReader();
      const reading = collect(await bench.stream(run.id));
      const dropped = new Promise<unknown>((resolve) => {
        stalled.closed.catch(resolve);
      });
      for (let burst = 0; burst < 4; burst += 1) {
        await say(run.id, 100, 1000);
        const { promise, resolve } = Promise.withResolvers<void>();
        const leave = bench.engine.hub.subscribe(run.id, resolve);
        await promise;
        leave();
      }
      expect(await dropped).toMatchObject({ message: expect.stringMatching(/too far behind/) });
      openGate();
      const seen = await reading;
      expect(seen.filter((event) => event.type === 'log')).toHaveLength(400);
      expect(seen.at(-1)?.type).toBe('run.succeeded');
    },
  );

  it('keeps a quiet connection alive with comments', async () => {
    await reopen({ streams: { heartbeatMs: 5 } });
    const run = await startGate();
    let text = '';
    for await (const chunk of (await bench.stream(run.id)).body!) {
      text += new TextDecoder().decode(chunk);
      if (text.includes(': still here\n\n')) break;
    }
    expect(text).toContain(': still here\n\n');
    openGate();
  });

  it('ends when the client goes away or the engine stops', async () => {
    const run = await startGate();
    await bench.untilEvent(run.id, (event) => event.type === 'node.progress');
    const leaving = new AbortController();
    const left = collect(await bench.stream(run.id, {}, leaving.signal));
    const isUnmoved = collect(await bench.stream(run.id));
    leaving.abort();
    expect((await left).at(-1)?.type).not.toBe('run.succeeded');
    await bench.engine.stop();
    expect((await isUnmoved).map((event) => event.type)).toContain('node.progress');
  });
});

describe('the list of run events', () => {
  it('pages without gaps or doubles', async () => {
    const run = await startGate();
    await bench.untilEvent(run.id, (event) => event.type === 'node.progress');
    await say(run.id, 25, 1);
    const all = await bench.events(run.id);
    const paged: PublicRunEvent[] = [];
    for (let cursor: string | undefined; ; cursor = paged.at(-1)!.id) {
      const page = await bench.events(run.id, { limit: 7, ...(cursor === undefined ? {} : { cursor }) });
      paged.push(...page);
      if (page.length < 7) break;
    }
    expect(paged).toEqual(all);
    openGate();
    await bench.ended(run.id);
  });
});
