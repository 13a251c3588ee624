import { createStore, type StoreApi } from 'zustand/vanilla';
import { isTerminalUploadState, type Upload } from '#shared/desk/index.ts';

/** All uploads of this computer that are not over, of every project and connection, as the desktop process tells them. */

export interface OverviewPorts {
  list(): Promise<Upload[]>;
  /** Calls back with each change of an upload. */
  subscribe(listener: (upload: Upload) => void): () => void;
  /** Calls back when changes may have been missed. */
  onReopened(listener: () => void): () => void;
  /** Milliseconds. */
  clock(): number;
}

export interface VisibleUpload {
  upload: Upload;
  /** Over the last seconds; null while nothing moves or too little is known. */
  bytesPerSecond: number | null;
}

export interface UploadOverview {
  store: StoreApi<{ uploads: readonly VisibleUpload[] }>;
  /** Begins to follow; @returns a function that ends it. */
  start(): () => void;
  /** Takes over what a response says, before the event says it. */
  add(upload: Upload): void;
}

/** Milliseconds over which a speed is taken. */
const SPEED_OVER = 4_000;
/** Less than this says nothing about a speed. */
const SPEED_FROM = 400;

/** Whether there is something to see or to do: it goes on, waits, or has failed and nobody has looked after it. */
const isVisible = (upload: Upload): boolean =>
  !isTerminalUploadState(upload.state) || (upload.state === 'failed' && !upload.settled);

const isMoving = ({ state }: Upload): boolean => state === 'receiving' || state === 'uploading';

/** Bytes that have moved: to this computer first, then to the service. */
const transferredBytes = ({ state, receivedBytes, sentBytes }: Upload): number =>
  state === 'receiving' && sentBytes === 0 ? receivedBytes : sentBytes;

interface Sample {
  at: number;
  bytes: number;
}

/** @param samples oldest first. @returns bytes a second, or null. */
function speedOf(samples: readonly Sample[]): number | null {
  const [first] = samples;
  const last = samples.at(-1);
  if (!first || !last || last.at - first.at < SPEED_FROM) return null;
  return ((last.bytes - first.bytes) / (last.at - first.at)) * 1000;
}

export function createUploadOverview(ports: OverviewPorts): UploadOverview {
  const store = createStore<{ uploads: readonly VisibleUpload[] }>(() => ({ uploads: [] }));
  const samples = new Map<string, Sample[]>();

  function speed(upload: Upload): number | null {
    if (!isMoving(upload)) {
      samples.delete(upload.id);
      return null;
    }
    const next = { at: ports.clock(), bytes: transferredBytes(upload) };
    const before = samples.get(upload.id) ?? [];
    // Fewer bytes than before: the second leg has begun, or the service wants all of it again.
    const recent = before.filter(({ at, bytes }) => next.at - at <= SPEED_OVER && bytes <= next.bytes);
    const recentSamples = recent.length < before.length && recent.length === 0 ? [next] : [...recent, next];
    samples.set(upload.id, recentSamples);
    return speedOf(recentSamples);
  }

  function update(upload: Upload): void {
    const existing = store.getState().uploads;
    const at = existing.findIndex((entry) => entry.upload.id === upload.id);
    if (!isVisible(upload)) {
      samples.delete(upload.id);
      if (at >= 0) store.setState({ uploads: existing.filter((_entry, index) => index !== at) });
      return;
    }
    const visible = { upload, bytesPerSecond: speed(upload) };
    store.setState({
      uploads:
        at < 0 ? [visible, ...existing] : existing.map((entry, index) => (index === at ? visible : entry)),
    });
  }

  return {
    store,
    add: update,
    start() {
      let changed = new Set<string>();
      const read = async () => {
        changed = new Set();
        // Not to be had now, it is asked for again when the stream opens again.
        const all = await ports.list().catch(() => null);
        if (!all) return;
        // What changed while the list was on its way is known better.
        const existing = new Map(store.getState().uploads.map((entry) => [entry.upload.id, entry]));
        const uploads = all.flatMap((upload): VisibleUpload[] => {
          if (changed.has(upload.id)) return [existing.get(upload.id) ?? []].flat();
          return isVisible(upload) ? [{ upload, bytesPerSecond: speed(upload) }] : [];
        });
        const serverIds = new Set(all.map(({ id }) => id));
        const newer = [...existing.values()].filter(
          ({ upload: { id } }) => changed.has(id) && !serverIds.has(id),
        );
        store.setState({ uploads: [...newer, ...uploads] });
      };
      const stops = [
        ports.subscribe((upload) => {
          changed.add(upload.id);
          update(upload);
        }),
        ports.onReopened(() => void read()),
      ];
      void read();
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
