import { beforeEach } from 'vitest';
// First of all.
import './rendered-at-once.ts';
import { cleanup } from 'vitest-browser-react';
import { projectUndo } from '#renderer/model/project-undo.ts';

// A page that is left writes down where its canvas stood; the next test, also of another file, begins without, and in no project.
beforeEach(async () => {
  await cleanup();
  sessionStorage.clear();
  projectUndo.enter(null);
});
