/** What `lazy-panels.ts` loads when outputs are shown below the canvas. */
export { OutputsDrawer } from '#renderer/runs/index.ts';
