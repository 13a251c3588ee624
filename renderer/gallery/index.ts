export * from './again-dialog.tsx';
export * from './gallery.tsx';
