/** The history of a project on this computer, and how a version is restored. */
export { CompareView } from './compare-view.tsx';
export { HistoryButton } from './history-button.tsx';
export { HistoryPanel, type HistoryActions } from './history-panel.tsx';
export type { OpenProject } from './ports.ts';
export { useRestore } from './use-restore.ts';
export { versionTitle } from './version-words.ts';
