export * from './export-dialog.tsx';
export * from './import-dialog.tsx';
export * from './import-report.tsx';
export * from './interchange-store.ts';
export { selectedFolder as chosenFolder } from './otio-folder.ts';
export * from './otio-drop.tsx';
export { isTimelineName, TIMELINE_ENDINGS } from './otio-requests.ts';
