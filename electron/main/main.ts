import { join } from 'node:path';
import { app, dialog } from 'electron';
import { startDesktop } from './desktop.ts';

// Unpackaged, the first argument is the folder that Electron was given.
const args = process.argv.slice(app.isPackaged ? 1 : 2);

startDesktop({ args, bundles: join(import.meta.dirname, '..') }).catch((error: unknown) => {
  dialog.showErrorBox('Patchbay cannot start', error instanceof Error ? error.message : String(error));
  app.exit(1);
});
