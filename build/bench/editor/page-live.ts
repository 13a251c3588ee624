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

export interface LiveRecord {
  moves: PointerAt[];
  painted: PaintedPicture[];
  asked: AskedRun[];
}

/** Stands before the page's own scripts and writes down pointer moves, the runs asked for and the pictures painted. */
export function recordLive({ nodeId, input }: { nodeId: string; input: string }): void {
  const record: LiveRecord = { moves: [], painted: [], asked: [] };
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
      void target
        .decode()
        .then(afterFrame)
        .then(() => record.painted.push({ at: performance.now(), src }))
        // Another picture took its place before it was shown.
        .catch(() => undefined);
    },
    { capture: true },
  );
  const plainFetch = globalThis.fetch.bind(globalThis);
  globalThis.fetch = async (resource, init) => {
    const at = performance.now();
    const response = await plainFetch(resource, init);
    const url = resource instanceof Request ? resource.url : String(resource);
    if (!new URL(url, location.href).pathname.endsWith('/v1/runs') || typeof init?.body !== 'string')
      return response;
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
  const taken = { moves: [...benchLive.moves], painted: [...benchLive.painted], asked: [...benchLive.asked] };
  benchLive.moves.length = 0;
  benchLive.painted.length = 0;
  benchLive.asked.length = 0;
  return taken;
}
