import { join } from 'node:path';
import type { CoreContext, Feature } from '../feature.ts';
import type { DeskHandlers } from '../http/desk-router.ts';
import type { ReservedNotes } from '../storage/reserved-notes.ts';
import { MediaDocumentKind } from '#shared/desk/index.ts';
import { DeskError } from '../desk-error.ts';
import type { DocumentAddress } from './document-journal.ts';
import { Journal } from './journal.ts';

/** @throws DeskError `NOT_FOUND` */
export function documentAddressOf(params: {
  connectionId: string;
  projectId: string;
  kind: string;
}): DocumentAddress {
  const kind = MediaDocumentKind.safeParse(params.kind);
  if (!kind.success) throw new DeskError('NOT_FOUND', 'There are no such documents.');
  return { ...params, kind: kind.data };
}

/** Edits on this computer before anything else. */
export function openJournal({ folder, clock, log, events, handles }: CoreContext, reserved: ReservedNotes) {
  const journal = new Journal({
    directory: join(folder, 'journal'),
    clock,
    log,
    reserved,
    notify: (windows, connectionId, projectId, change) =>
      events.emitTo(windows, { type: 'journal', connectionId, projectId, change }),
    notifyOfDocument: (windows, place, change) =>
      events.emitTo(windows, { type: 'document-journal', ...place, change }),
  });
  const { documents } = journal;
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
      claimDocument: ({ params, body }) => documents.claim(documentAddressOf(params), body),
      writeDocument: ({ params, body }) => documents.write(documentAddressOf(params), body),
      documentSending: ({ params, body }) => documents.sending(documentAddressOf(params), body),
      acknowledgeDocument: ({ params, body }) => documents.acknowledge(documentAddressOf(params), body),
      quarantineDocument: ({ params, body }) => documents.quarantine(documentAddressOf(params), body.writer),
      leaveDocument: ({ params, body }) => documents.leave(documentAddressOf(params), body.writer),
      leaveJournal: ({ params, body }) => journal.leave(params.connectionId, params.projectId, body.writer),
    } satisfies Partial<DeskHandlers>,
  } satisfies Feature & Record<string, unknown>;
}
