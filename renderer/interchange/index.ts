export * from './export-dialog.tsx';
export * from './import-dialog.tsx';
export * from './import-report.tsx';
export * from './interchange-store.ts';
export * from './otio-drop.tsx';
