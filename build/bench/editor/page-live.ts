/** What the page is asked while a number is dragged; these functions run inside it. */

interface PointerAt {
  /** When the browser got it from the system, milliseconds of the page's clock. */
  at: number;
  x: number;
}

/** A picture of the last node, in the frame that shows it. */
interface PaintedPicture {
  at: number;
  src: string;
}

/** A live run that was asked for: what stood in the dragged input, and the run that came of it. */
interface AskedRun {
  at: number;
  runId: string;
  value: number;
}

/** An event of a run, when the page read it. */
interface ReadEvent {
  at: number;
  runId: string;
  type: string;
  nodeId: string | null;
  /** When the service wrote it down, ISO 8601. */
  createdAt: string;
  /** The picture that the node made; null for none. */
  fileId: string | null;
}

/** A request of the page, from its start to the head of its answer. */
interface TimedRequest {
  at: number;
  answeredAt: number;
  path: string;
}

/** Written down with `--trace` alone. */
export interface LiveTrace {
  /** Milliseconds since the epoch at 0 of the page's clock. */
  origin: number;
  events: ReadEvent[];
  requests: TimedRequest[];
  /** Bytes of pictures: when they were asked for, and when the last came. */
  bytes: { src: string; at: number; endedAt: number }[];
  /** Pictures that a node's element shows, from its load to the frame. */
  loads: { src: string; loadedAt: number; decodedAt: number; paintedAt: number }[];
}

export interface LiveRecord {
  moves: PointerAt[];
  painted: PaintedPicture[];
  asked: AskedRun[];
  trace: LiveTrace | null;
}

/** Stands before the page's own scripts and writes down pointer moves, the runs asked for and the pictures painted. */
export function recordLive({
  nodeId,
  input,
  isTraced,
}: {
  nodeId: string;
  input: string;
  isTraced: boolean;
}): void {
  const trace: LiveTrace | null = isTraced
    ? { origin: performance.timeOrigin, events: [], requests: [], bytes: [], loads: [] }
    : null;
  const record: LiveRecord = { moves: [], painted: [], asked: [], trace };
  Object.assign(globalThis, { benchLive: record });
  addEventListener(
    'pointermove',
    ({ timeStamp, clientX }) => record.moves.push({ at: timeStamp, x: clientX }),
    {
      capture: true,
    },
  );
  const afterFrame = () =>
    new Promise<void>((done) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => done(), { once: true });
        port1.start();
        port2.postMessage(null);
      });
    });
  document.addEventListener(
    'load',
    ({ target }) => {
      if (!(target instanceof HTMLImageElement)) return;
      const { src } = target;
      if (target.closest('[data-id="crop"]') === null) return;
      const loadedAt = performance.now();
      let decodedAt = 0;
      void target
        .decode()
        .then(() => (decodedAt = performance.now()))
        .then(afterFrame)
        .then(() => {
          const paintedAt = performance.now();
          trace?.loads.push({ src, loadedAt, decodedAt, paintedAt });
          return record.painted.push({ at: paintedAt, src });
        })
        // Another picture took its place before it was shown.
        .catch(() => undefined);
    },
    { capture: true },
  );
  if (trace !== null) {
    performance.setResourceTimingBufferSize(100_000);
    new PerformanceObserver((list) => {
      for (const { name, startTime, responseEnd } of list.getEntries() as PerformanceResourceTiming[])
        if (name.includes('/media/')) trace.bytes.push({ src: name, at: startTime, endedAt: responseEnd });
    }).observe({ type: 'resource' });
  }
  /** Reads the events of a run beside the page. */
  const readBeside = (response: Response, into: LiveTrace): Response => {
    if (response.body === null) return response;
    const decoder = new TextDecoder();
    let rest = '';
    const through = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const at = performance.now();
        controller.enqueue(chunk);
        const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) {
          if (!line.startsWith('data: ')) continue;
          const event = JSON.parse(line.slice('data: '.length)) as {
            runId: string;
            type: string;
            nodeId?: string | null;
            createdAt: string;
            data?: { outputs?: { image?: { fileId?: string } } };
          };
          const { runId, type, createdAt } = event;
          const fileId = event.data?.outputs?.image?.fileId ?? null;
          into.events.push({ at, runId, type, nodeId: event.nodeId ?? null, createdAt, fileId });
        }
      },
    });
    const { status, headers } = response;
    return new Response(response.body.pipeThrough(through), { status, headers });
  };
  const plainFetch = globalThis.fetch.bind(globalThis);
  globalThis.fetch = async (resource, init) => {
    const at = performance.now();
    const response = await plainFetch(resource, init);
    const url = resource instanceof Request ? resource.url : String(resource);
    const path = new URL(url, location.href).pathname;
    trace?.requests.push({ at, answeredAt: performance.now(), path });
    if (trace !== null && path.endsWith('/events/stream')) return readBeside(response, trace);
    if (!path.endsWith('/v1/runs') || typeof init?.body !== 'string') return response;
    const sent = JSON.parse(init.body) as {
      graph?: { nodes: { id: string; inputs?: Record<string, { value?: unknown }> }[] };
    };
    const value = sent.graph?.nodes.find(({ id }) => id === nodeId)?.inputs?.[input]?.value;
    const { id } = (await response.clone().json()) as { id: string };
    if (typeof value === 'number') record.asked.push({ at, runId: id, value });
    return response;
  };
}

/** Empties the record. @returns what was in it. */
export function takeRecord(): LiveRecord {
  const { benchLive } = globalThis as unknown as { benchLive: LiveRecord };
  const taken = structuredClone(benchLive);
  const { trace, ...lists } = benchLive;
  const { origin: _, ...traced } = trace ?? { origin: 0 };
  for (const list of Object.values({ ...lists, ...traced })) (list as unknown[]).length = 0;
  return taken;
}
