/** The history of a project on this computer, and its way back. */
export { CompareView } from './compare-view.tsx';
export { HistoryPanel } from './history-panel.tsx';
export type { OpenProject } from './ports.ts';
