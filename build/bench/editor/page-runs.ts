/** Run events as a service sends them, made inside the page: no engine shares the processor with what is measured. */

/** Stands before the page's own scripts: answers the start of a run, and lets `benchRun` push its events. */
export function interceptRuns(): void {
  interface Bench {
    benchRun?: { push(type: string, payload: object): void; open: boolean };
  }
  const bench = globalThis as unknown as Bench;
  const nativeFetch = globalThis.fetch.bind(globalThis);
  const at = () => new Date().toISOString();
  let count = 0;
  let stream: ReadableStreamDefaultController<Uint8Array> | null = null;
  const json = (body: unknown, status = 200) =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  const detail = (status: string) => ({ id: 'run_bench', status, createdAt: at(), updatedAt: at() });
  let status = 'running';
  bench.benchRun = {
    get open() {
      return stream !== null;
    },
    push(type, payload) {
      count += 1;
      if (type === 'run.succeeded') status = 'succeeded';
      const event = { id: `e${count}`, runId: 'run_bench', type, createdAt: at(), ...payload };
      stream?.enqueue(new TextEncoder().encode(`id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`));
    },
  };
  globalThis.fetch = (input, init) => {
    const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
    if (new URL(url, location.href).pathname.endsWith('/v1/runs') && method === 'POST') {
      return Promise.resolve(json(detail('accepted'), 201));
    }
    if (url.includes('/runs/run_bench/events/stream')) {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          stream = controller;
        },
      });
      return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
    }
    if (url.includes('/runs/run_bench/events')) return Promise.resolve(json({ data: [], hasMore: false }));
    if (url.includes('/runs/run_bench')) return Promise.resolve(json(detail(status)));
    return nativeFetch(input, init);
  };
}

export interface UpdateStats {
  /** Frames that came later than one and a half beats of a display of 60 a second, 0 to 1. */
  dropped: number;
  /** Milliseconds from an event to the frame that shows it; null where nodes are drawn and not elements. */
  paint: number | null;
}

/** Pushes 50 updates a second for `seconds`, each to another node of `ids`, and counts late frames. */
export async function followUpdates({
  ids,
  seconds,
}: {
  ids: readonly string[];
  seconds: number;
}): Promise<UpdateStats> {
  const { benchRun } = globalThis as unknown as {
    benchRun: { push(type: string, payload: object): void };
  };
  const FRAME_MS = 1000 / 60;
  let updateCount = 0;
  const timer = setInterval(() => {
    const nodeId = ids[updateCount % ids.length]!;
    if (updateCount % 3 === 0) benchRun.push('node.started', { nodeId });
    else
      benchRun.push('node.progress', {
        nodeId: ids[(updateCount - 1) % ids.length]!,
        progress: (updateCount % 10) / 10,
      });
    updateCount += 1;
  }, 20);
  const start = performance.now();
  let last = start;
  let frameCount = 0;
  let droppedCount = 0;
  while (performance.now() - start < seconds * 1000) {
    await new Promise(requestAnimationFrame);
    const timestamp = performance.now();
    // A display shows one picture a beat: those that came between two beats count once, missing ones each.
    const missed = Math.floor((timestamp - last) / FRAME_MS + 0.01);
    if (missed > 0) {
      frameCount += missed;
      if (timestamp - last > FRAME_MS * 1.5) droppedCount += missed - 1 || 1;
      last += missed * FRAME_MS;
    }
  }
  clearInterval(timer);
  const visibleNode = document.querySelector<HTMLElement>('.react-flow__node article[data-node]');
  if (!visibleNode) return { dropped: droppedCount / frameCount, paint: null };
  const nodeId = visibleNode.dataset['node']!;
  benchRun.push('node.started', { nodeId });
  const pushed = performance.now();
  while (visibleNode.dataset['phase'] !== 'running') await new Promise(requestAnimationFrame);
  await new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
  return { dropped: droppedCount / frameCount, paint: performance.now() - pushed };
}
