import { createHash, randomUUID } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { median, percentile, type Figure } from './measure.ts';
import type { LocalService } from './processes.ts';
import { call } from './service-benchmarks.ts';
import type { PublicRunDetail } from '#shared/api/index.ts';

interface Read {
  events: number;
  /** Hash of all event ids in the order they came. */
  order: string;
  /** Milliseconds from an event's creation to its arrival; of the oldest event of each chunk. */
  delays: number[];
  finished: boolean;
}

/** Opens a run's event stream; resolves with the head of the response. */
function open(service: LocalService, runId: string): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${service.key}` };
  const url = `${service.origin}/api/v1/runs/${runId}/events/stream`;
  // A socket of its own each, as readers on other machines have.
  return new Promise((resolve, failed) => get(url, { headers, agent: false }, resolve).on('error', failed));
}

/** Reads a stream to its end, or to where it was cut off. */
async function follow(stream: IncomingMessage): Promise<Read> {
  const order = createHash('sha256');
  const read: Read = { events: 0, order: '', delays: [], finished: false };
  let buffer = '';
  stream.setEncoding('utf8');
  try {
    for await (const chunk of stream as AsyncIterable<string>) {
      const timestamp = Date.now();
      const blocks = (buffer + chunk).split('\n\n');
      buffer = blocks.pop()!;
      let oldest: string | null = null;
      for (const block of blocks) {
        if (!block.startsWith('id: ')) continue;
        oldest ??= block;
        read.events += 1;
        order.update(block.slice(0, block.indexOf('\n')));
      }
      const created = oldest === null ? undefined : /"createdAt":"([^"]+)"/.exec(oldest)?.[1];
      if (created !== undefined) read.delays.push(timestamp - Date.parse(created));
    }
    read.finished = stream.complete;
  } catch {
    // Cut off: what came so far counts.
  }
  read.order = order.digest('hex');
  return read;
}

interface Watched {
  /** Events a second that the run wrote. */
  rate: number;
  delay: { median: number; p99: number };
  stalled: Read | null;
  total: number;
}

/** A kilobyte that no other run has. */
const largeText = (start: string, index: number, nonce: string) => ({
  type: 'string',
  value: `${start} ${index} ${nonce}`.padEnd(1000, '.'),
});

/** A graph that runs as fast as it can. */
const unbound = (nodes: number, nonce: string) => ({
  nodes: Array.from({ length: nodes }, (_v, index) => ({
    id: `n${index}`,
    type: 'input/text',
    inputs: { value: largeText('Line', index, nonce) },
  })),
  connections: [],
});

const TICK_SECONDS = 0.1;
/** Two events each: more than a thousand a second, even when a tick comes late. */
const NODES_A_TICK = 70;

/** A graph that emits some 1,200 events a second: a clock of delays in a row, each of which sets some nodes off. */
function paced(nodes: number, nonce: string) {
  const ticks = Math.ceil(nodes / NODES_A_TICK);
  const clock = Array.from({ length: ticks }, (_v, tick) => ({
    id: `tick${tick}`,
    type: 'control/delay',
    inputs: { seconds: { type: 'number', value: TICK_SECONDS } },
  }));
  const texts = Array.from({ length: nodes }, (_v, index) => ({
    id: `n${index}`,
    type: 'text/template',
    inputs: { template: largeText('{{a}}', index, nonce) },
  }));
  return {
    nodes: [...clock, ...texts],
    connections: [
      ...clock.slice(1).map(({ id }, tick) => ({ from: [`tick${tick}`, 'value'], to: [id, 'value'] })),
      ...texts.map(({ id }, index) => ({
        from: [`tick${Math.floor(index / NODES_A_TICK)}`, 'value'],
        to: [id, 'a'],
      })),
    ],
  };
}

/**
 * One run with many readers from its start.
 * @throws Error when a reader misses an event or gets one out of order.
 */
async function watchedRun(
  service: LocalService,
  graph: ReturnType<typeof unbound> | ReturnType<typeof paced>,
  readerCount: number,
  withStalled: boolean,
): Promise<Watched> {
  const { id } = await call<Pick<PublicRunDetail, 'id'>>(service, 'POST', '/runs', { graph });
  const paused = withStalled ? await open(service, id) : null;
  paused?.pause();
  const readers = Array.from({ length: readerCount }, async () => follow(await open(service, id)));
  const reads = await Promise.all(readers);
  // Now it looks again: what still was in the sockets comes, and then the cut.
  const stalled = paused === null ? null : await follow(paused);

  const order = createHash('sha256');
  let total = 0;
  const times: number[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: { data: { id: string; createdAt: string }[]; nextCursor: string | null } = await call(
      service,
      'GET',
      `/runs/${id}/events?limit=100${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    for (const event of page.data) {
      order.update(`id: ${event.id}`);
      times.push(Date.parse(event.createdAt));
      total += 1;
    }
    cursor = page.nextCursor;
  }
  const expected = order.digest('hex');
  for (const [reader, read] of reads.entries()) {
    if (!read.finished || read.order !== expected) {
      throw new Error(
        `Reader ${reader} got ${read.events} of ${total} events${read.finished ? '' : ' and was cut off'}.`,
      );
    }
  }
  const delays = reads.flatMap((read) => read.delays);
  return {
    rate: (total - 1) / ((times.at(-1)! - times[0]!) / 1000),
    delay: { median: percentile(delays, 0.5), p99: percentile(delays, 0.99) },
    stalled,
    total,
  };
}

/**
 * Readers of one busy run: with a reader among them that takes nothing, against without one, in turns. How long events
 * take is measured on a run of some 1,200 a second; how many a second there could be, on one that runs as fast as it can.
 */
export async function manyReaders(
  service: LocalService,
  size: { nodes: number; readers: number; rounds: number },
): Promise<Figure[]> {
  const watched = (make: typeof paced | typeof unbound, nodes: number, withStalled: boolean) =>
    watchedRun(service, make(nodes, randomUUID()), size.readers, withStalled);
  await watched(unbound, Math.min(size.nodes, 500), false);
  const baseline: Watched[] = [];
  const concurrent: Watched[] = [];
  const fast: Record<'alone' | 'beside', Watched[]> = { alone: [], beside: [] };
  for (let round = 0; round < size.rounds; round++) {
    baseline.push(await watched(paced, size.nodes, false));
    concurrent.push(await watched(paced, size.nodes, true));
    fast.alone.push(await watched(unbound, size.nodes, false));
    fast.beside.push(await watched(unbound, size.nodes, true));
  }
  const dropped = concurrent.filter(({ stalled }) => stalled !== null && !stalled.finished).length;
  const of = (runs: Watched[], value: (run: Watched) => number) => median(runs.map(value));
  const compare = (
    name: string,
    unit: string,
    target: string,
    value: (run: Watched) => number,
    runs = { alone: baseline, beside: concurrent },
  ): Figure => {
    const [measured, reference] = [of(runs.beside, value), of(runs.alone, value)];
    return {
      name: `${size.readers} readers: ${name}`,
      measured: { label: 'beside a stalled reader', value: measured, unit },
      reference: { label: 'none stalled', value: reference, unit },
      ratio: measured / reference,
      target: target,
    };
  };
  return [
    compare('events of a paced run', 'events/s', '≥ 1,000 events/s', (run) => run.rate),
    compare('delay', 'ms', '≤ 1.5', (run) => run.delay.median),
    compare('delay, p99', 'ms', '≤ 1.5', (run) => run.delay.p99),
    compare('events at full speed', 'events/s', '≥ 0.8', (run) => run.rate, fast),
    {
      name: 'stalled readers dropped',
      measured: { label: 'dropped', value: dropped, unit: 'readers' },
      reference: { label: 'stalled', value: concurrent.length, unit: 'readers' },
      ratio: dropped / concurrent.length,
      target: '1',
    },
  ];
}
