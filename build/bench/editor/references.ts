import { build, type Rollup } from 'vite';
import { resolve } from 'node:path';
import type { Page } from 'playwright';
import type { GraphConnection, GraphNode } from '../../../shared/graph/types.ts';

/** What the editor is held against, in the same browser with the same graph: a page with nothing but one canvas,
 * React Flow as its manual begins and as it is tuned, and litegraph. */

/** How long React Flow may take for 10,000 nodes on a machine that does much else. Milliseconds. */
const READY_MS = 240_000;

export type ReferenceKind = 'canvas' | 'plain' | 'tuned' | 'litegraph';

let bundle: Promise<string> | undefined;
/** The script of the reference pages. */
function referenceScript(): Promise<string> {
  bundle ??= build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: true,
      target: 'chrome140',
      rollupOptions: {
        input: resolve(import.meta.dirname, 'reference-page.tsx'),
        output: { format: 'iife' },
      },
    },
  }).then((built) => {
    const { output } = (Array.isArray(built) ? built[0]! : built) as Rollup.RollupOutput;
    const chunk = output.find((entry) => entry.type === 'chunk');
    if (!chunk) throw new Error('The reference page was not built.');
    const css = output.flatMap((entry) => (entry.type === 'asset' ? [String(entry.source)] : [])).join('');
    return `document.head.append(Object.assign(document.createElement('style'), { textContent: ${JSON.stringify(css)} }));${chunk.code}`;
  });
  return bundle;
}

/** Where a reference stands in its page. Pixels. */
export interface Viewport {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Shows a graph in a blank page by one of the references. */
export async function showReference(
  page: Page,
  kind: ReferenceKind,
  graph: { nodes: GraphNode[]; connections: GraphConnection[] },
  { left, top, width, height }: Viewport = { left: 0, top: 0, width: 1160, height: 800 },
): Promise<void> {
  const style = `position:absolute;left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
  await page.setContent(`<!doctype html><body style="margin:0"><div id="root" style="${style}">`);
  await page.evaluate((input) => Object.assign(globalThis, { benchInput: input }), { kind, ...graph });
  page.setDefaultTimeout(READY_MS);
  await page.addScriptTag({ content: await referenceScript() });
  await page.waitForFunction(() => 'benchStep' in globalThis, undefined, { timeout: READY_MS });
}

export type ReferenceGesture = 'pan' | 'zoom' | 'drag' | 'select-all' | 'type';

/** @returns milliseconds a frame. */
export function playReference(
  page: Page,
  gesture: ReferenceGesture,
  isZoomedIn: boolean,
  frames: number,
): Promise<number> {
  return page.evaluate(
    ([name, zoomedIn, count]) => {
      const { benchStep } = globalThis as unknown as {
        benchStep: (gesture: string, near: boolean) => (left: number) => void;
      };
      const step = benchStep(name, zoomedIn);
      return new Promise<number>((onComplete) => {
        requestAnimationFrame(() => {
          let left = count;
          const start = performance.now();
          const frame = () => {
            step(left);
            left -= 1;
            if (left > 0) requestAnimationFrame(frame);
            else requestAnimationFrame(() => onComplete((performance.now() - start) / count));
          };
          requestAnimationFrame(frame);
        });
      });
    },
    [gesture, isZoomedIn, frames] as const,
  );
}
