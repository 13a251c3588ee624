import { join } from 'node:path';
import type { CoreContext, Feature } from '../feature.ts';
import type { DeskHandlers } from '../http/desk-router.ts';
import type { ReservedNotes } from '../storage/reserved-notes.ts';
import { Journal } from './journal.ts';

/** Edits on this computer before anything else. */
export function openJournal({ folder, clock, log, events, handles }: CoreContext, reserved: ReservedNotes) {
  const journal = new Journal({
    directory: join(folder, 'journal'),
    clock,
    log,
    reserved,
    notify: (windows, connectionId, projectId, change) =>
      events.emitTo(windows, { type: 'journal', connectionId, projectId, change }),
  });
  handles.add('journal', journal, (open) => open.close());
  return {
    journal,
    routes: {
      claimJournal: ({ params, body }) => journal.claim(params.connectionId, params.projectId, body),
      appendJournal: ({ params, body }) => journal.append(params.connectionId, params.projectId, body),
      journalSending: ({ params, body }) => journal.sending(params.connectionId, params.projectId, body),
      journalAcknowledge: ({ params, body }) =>
        journal.acknowledge(params.connectionId, params.projectId, body),
      replaceJournal: ({ params, body }) => journal.replace(params.connectionId, params.projectId, body),
      leaveJournal: ({ params, body }) => journal.leave(params.connectionId, params.projectId, body.writer),
    } satisfies Partial<DeskHandlers>,
  } satisfies Feature & Record<string, unknown>;
}
