import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { temporaryFolder } from './temporary-folder.ts';

const STORED = join(import.meta.dirname, 'folder-with-drafts');

/**
 * A data folder as Patchbay 0.3.0 left it on 30 November 2026, with unsaved work in it: an edit of a graph in the journal, a
 * draft of a storyboard whose request was out, and drafts of a timeline by two windows, each with its own edit.
 */
export function earlierFolder(): string {
  const folder = temporaryFolder();
  const desk = join(folder, 'desk');
  mkdirSync(join(desk, 'journal', 'local'), { recursive: true });
  writeFileSync(join(desk, 'desk.sqlite'), gunzipSync(readFileSync(join(STORED, 'desk.sqlite.gz'))));
  copyFileSync(join(STORED, 'settings.json'), join(desk, 'settings.json'));
  copyFileSync(join(STORED, 'prj_1.jsonl'), join(desk, 'journal', 'local', 'prj_1.jsonl'));
  return folder;
}
