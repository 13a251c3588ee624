import { beforeEach } from 'vitest';
// First of all.
import './rendered-at-once.ts';
import { cleanup } from 'vitest-browser-react';
import { clearMediaUrls } from '#renderer/desk/index.ts';
import { projectUndo } from '#renderer/model/project-undo.ts';

// A page that is left writes down where its canvas stood; the next test, also of another file, begins without, in no project, and knows
// no address of a picture that the desktop process of another test gave out.
beforeEach(async () => {
  await cleanup();
  sessionStorage.clear();
  projectUndo.enter(null);
  clearMediaUrls();
});
