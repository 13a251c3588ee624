/** The history of a project on this computer, and its way back. */
export { CompareView, type CompareViewProps } from './compare-view.tsx';
export { HistoryPanel, type HistoryPanelProps } from './history-panel.tsx';
export type { GraphWords, OpenProject } from './ports.ts';
