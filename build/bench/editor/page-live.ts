import type { PublicRunDetail } from '#shared/api/index.ts';
/** What the page is asked while a number is dragged; these functions run inside it. */

interface PointerAt {
  /** When the browser got it from the system, milliseconds of the page's clock. */
  at: number;
  x: number;
}

/** A picture of the last node, in the frame that shows it. */
interface RenderedPicture {
  at: number;
  src: string;
}

/** A live run that was asked for: what stood in the dragged input, and the run that came of it. */
interface RequestedRun {
  at: number;
  runId: string;
  value: number;
}

/** An event of a run, when the page read it. */
interface ReadEvent {
  at: number;
  runId: string;
  type: string;
  nodeId: string | null | undefined;
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
  bytes: { src: string; at: number; finishedAt: number }[];
  /** Pictures that a node's element shows, from its load to the frame. */
  loads: { src: string; loadedAt: number; decodedAt: number }[];
}

export interface LiveRecord {
  moves: PointerAt[];
  rendered: RenderedPicture[];
  requested: RequestedRun[];
  trace: LiveTrace | null;
}

/** Stands before the page's own scripts and writes down pointer moves, the runs asked for and the pictures painted. */
export function recordLive({ nodeId, input }: { nodeId: string; input: string }): void {
  const record: LiveRecord = { moves: [], rendered: [], requested: [], trace: null };
  Object.assign(globalThis, { benchLive: record });
  addEventListener(
    'pointermove',
    ({ timeStamp, clientX }) => record.moves.push({ at: timeStamp, x: clientX }),
    {
      capture: true,
    },
  );
  const afterFrame = () =>
    new Promise<void>((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => resolve(), { once: true });
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
      void target
        .decode()
        .then(afterFrame)
        .then(() => record.rendered.push({ at: performance.now(), src }))
        // Another picture took its place before it was shown.
        .catch(() => undefined);
    },
    { capture: true },
  );
  const nativeFetch = globalThis.fetch.bind(globalThis);
  globalThis.fetch = async (resource, init) => {
    const at = performance.now();
    const response = await nativeFetch(resource, init);
    const url = resource instanceof Request ? resource.url : String(resource);
    if (!new URL(url, location.href).pathname.endsWith('/v1/runs') || typeof init?.body !== 'string')
      return response;
    const payload = JSON.parse(init.body) as {
      graph?: { nodes: { id: string; inputs?: Record<string, { value?: unknown }> }[] };
    };
    const value = payload.graph?.nodes.find(({ id }) => id === nodeId)?.inputs?.[input]?.value;
    const { id } = (await response.clone().json()) as Pick<PublicRunDetail, 'id'>;
    if (typeof value === 'number') record.requested.push({ at, runId: id, value });
    return response;
  };
}

/** Stands after `recordLive` and writes down what happens between a run and its picture. */
export function recordTrace(): void {
  const trace: LiveTrace = { origin: performance.timeOrigin, events: [], requests: [], bytes: [], loads: [] };
  (globalThis as unknown as { benchLive: LiveRecord }).benchLive.trace = trace;
  performance.setResourceTimingBufferSize(100_000);
  new PerformanceObserver((list) => {
    for (const { name, startTime, responseEnd } of list.getEntries() as PerformanceResourceTiming[])
      if (name.includes('/media/')) trace.bytes.push({ src: name, at: startTime, finishedAt: responseEnd });
  }).observe({ type: 'resource' });
  const noteLoad = async (image: HTMLImageElement): Promise<void> => {
    const { src } = image;
    const loadedAt = performance.now();
    // Another picture may take its place before it is shown.
    await image.decode().catch(() => undefined);
    trace.loads.push({ src, loadedAt, decodedAt: performance.now() });
  };
  document.addEventListener(
    'load',
    ({ target }) => {
      if (target instanceof HTMLImageElement && target.closest('[data-id="crop"]') !== null)
        void noteLoad(target);
    },
    { capture: true },
  );
  const decoder = new TextDecoder();
  const noteEvent = (line: string): void => {
    const event = JSON.parse(line) as ReadEvent & { data?: { outputs?: { image?: { fileId?: string } } } };
    const { runId, type, createdAt, nodeId } = event;
    const fileId = event.data?.outputs?.image?.fileId ?? null;
    trace.events.push({ at: performance.now(), runId, type, nodeId, createdAt, fileId });
  };
  /** Reads the events of a run beside the page. */
  const teeResponse = ({ body, status, headers }: Response): Response => {
    let buffer = '';
    const through = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        controller.enqueue(chunk);
        const lines = (buffer + decoder.decode(chunk)).split('\n');
        buffer = lines.pop() ?? '';
        for (const line of lines) if (line.startsWith('data: {"id"')) noteEvent(line.slice('data: '.length));
      },
    });
    return new Response(body?.pipeThrough(through) ?? null, { status, headers });
  };
  const nativeFetch = globalThis.fetch.bind(globalThis);
  globalThis.fetch = async (resource, init) => {
    const at = performance.now();
    const response = await nativeFetch(resource, init);
    const { pathname: path } = new URL(resource instanceof Request ? resource.url : resource, location.href);
    trace.requests.push({ at, answeredAt: performance.now(), path });
    return path.endsWith('/events/stream') ? teeResponse(response) : response;
  };
}

/** Empties the record. @returns what was in it. */
export function copyRecord(): LiveRecord {
  const { benchLive } = globalThis as unknown as { benchLive: LiveRecord };
  const snapshot = structuredClone(benchLive);
  const { trace, ...lists } = benchLive;
  const { origin: _, ...traced } = trace ?? { origin: 0 };
  for (const list of Object.values({ ...lists, ...traced })) (list as unknown[]).length = 0;
  return snapshot;
}
