/** The history of a project on this computer, and how a version is restored. */
export { CompareView } from './compare-view.tsx';
export { HistoryPanel } from './history-panel.tsx';
export type { OpenProject } from './ports.ts';
export { useRestore } from './use-restore.ts';
export type { DocumentVersions as OtherVersions } from './history-panel.tsx';
