export { ConnectionDialog } from './connection-dialog.tsx';
export * from './connection-needs.tsx';
export * from './connection-switcher.tsx';
export * from './connections-page.tsx';
export * from './key-place.ts';
export { useConnectionActions } from './queries.ts';
