import type { NativePool } from '../pool/native-pool.ts';
import type { RunningNative } from '../pool/native-task.ts';
import type { Json } from '../protocol.ts';

/** Name of the task, as programs of children register it. */
export const DRAW_GRAPH = 'draw-graph';

/** What is drawn: boxes with words, and curves between them, in pixels. */
export interface GraphDrawing {
  width: number;
  height: number;
  /** Pixels for one of the canvas: words that would be too small to read are left out. */
  scale: number;
  boxes: readonly {
    x: number;
    y: number;
    width: number;
    height: number;
    title: string;
    subtitle: string;
    lines: readonly string[];
  }[];
  wires: readonly { from: readonly [number, number]; to: readonly [number, number]; base: string }[];
}

const TIME_LIMIT_MS = 20_000;
/** Bytes of a picture, at most. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Has a graph drawn in a native child. @returns a WebP, unless the child was lost */
export function runGraphTask(pool: NativePool, drawing: GraphDrawing): RunningNative<Uint8Array> {
  return pool.run({
    name: DRAW_GRAPH,
    input: drawing as unknown as Json,
    kind: 'decoder',
    lane: 'pictures',
    files: [],
    timeLimitMs: TIME_LIMIT_MS,
    fingerprint: 'graph',
    collect: (_value, folder) =>
      folder.readOutput('picture', MAX_BYTES, async (bytes) => {
        const chunks: Uint8Array[] = [];
        for await (const chunk of bytes) chunks.push(chunk as Uint8Array);
        return Buffer.concat(chunks);
      }),
  });
}
