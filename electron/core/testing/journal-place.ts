import { join } from 'node:path';
import type { JournalEntry, UndoStep } from '#shared/desk/index.ts';
import { Journal, type JournalOptions } from '../journal/journal.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { createTestClock } from './test-clock.ts';
import { createTestLog } from './test-log.ts';

export const entry = (id: string, baseVersion = 1): JournalEntry => ({
  id,
  label: `Edit ${id}`,
  at: '2026-01-01T00:00:00Z',
  baseVersion,
  operations: [{ op: 'removeNode', nodeId: id }],
});

/** A window that writes whoever did before. */
export const reader = { writer: 'reader', take: true };
export const step = (label: string): UndoStep => ({
  label,
  forward: [{ op: 'removeNode', nodeId: label }],
  backward: [{ op: 'addNode', node: { id: label, type: 'text/join' } }],
  mergeKey: null,
});

/** A folder for the journal of one project, and what opens it. */
export function journalPlace() {
  const folder = temporaryFolder();
  const log = createTestLog();
  return {
    log,
    path: join(folder, 'local', 'prj_1.jsonl'),
    /** As another process would. */
    open: (options: Partial<JournalOptions> = {}) =>
      new Journal({ directory: folder, clock: createTestClock().clock, log, notify: () => {}, ...options }),
  };
}

/** The ids of what the journal holds. */
export const ids = async (journal: ReturnType<ReturnType<typeof journalPlace>['open']>) =>
  (await journal.claim('local', 'prj_1', reader)).entries.map(({ id }) => id);
