import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { MediaDocumentKind } from '#shared/desk/index.ts';
import type { ProxyObserver } from '../api/proxy-observer.ts';
import type { ConnectionSignals } from '../connections/connections-feature.ts';
import type { CoreContext, Feature } from '../feature.ts';
import type { DeskHandlers } from '../http/desk-router.ts';
import type { DocumentAddress } from '../journal/document-journal.ts';
import { documentAddressOf } from '../journal/journal-feature.ts';
import type { ReservedNotes } from '../storage/reserved-notes.ts';
import { createDraftStore } from './draft-store.ts';
import { createUndoStore } from './undo-store.ts';

const Saved = z.object({ version: z.int() });

/** Says that a draft is damaged. */
const unreadableNotice =
  ({ log, notices }: CoreContext) =>
  ({ projectId, kind }: DocumentAddress): void => {
    log.warn({ projectId }, 'a draft cannot be read');
    notices.announce(`draft-${kind}-${projectId}`, unreadableText(kind), () => undefined);
  };

const unreadableText = (kind: DocumentAddress['kind']): string =>
  `Unsaved changes of a ${kind} could not be read: their part of the database on this computer is damaged. The ${kind} opens as the service has it; look whether your last changes are there.`;

interface DraftDependencies {
  database: DatabaseSync;
  signals: ConnectionSignals;
  reserved: ReservedNotes;
}

/** What earlier versions left unsaved of storyboards and timelines, and their undo; and windows learn of each other's saves. */
export function openDrafts(context: CoreContext, { database, signals, reserved }: DraftDependencies) {
  const { clock, events } = context;
  const store = createDraftStore(database, reserved, unreadableNotice(context));
  const undos = createUndoStore(database, () => clock.now());
  signals.removed.listen((connectionId) => {
    store.removeConnection(connectionId);
    undos.removeConnection(connectionId);
  });

  /** Other windows learn of a save at once. */
  async function announce(location: DocumentAddress, read: () => Promise<unknown>): Promise<void> {
    const saved = Saved.safeParse(await read());
    if (saved.success) events.emit({ type: 'document-saved', ...location, version: saved.data.version });
  }

  return {
    moveProject(connectionId: string, from: string, to: string): void {
      store.moveProject(connectionId, from, to);
      undos.moveProject(connectionId, from, to);
    },

    routes: {
      listDrafts: ({ params }) => ({ drafts: store.list(documentAddressOf(params)) }),
      removeDrafts({ params, body }) {
        store.remove(documentAddressOf(params), body.windows);
      },
      readUndo: ({ params }) => ({ undo: undos.read(documentAddressOf(params)) }),
      writeUndo({ params, body }) {
        undos.write(documentAddressOf(params), body);
      },
    } satisfies Partial<DeskHandlers>,

    observer: {
      accepts: ({ resource, method }) =>
        method === 'PUT' && (resource === 'storyboard' || resource === 'timeline'),
      responded(connectionId, { endpoint, params }, { status, bodyInSlices }) {
        const kind = MediaDocumentKind.safeParse(endpoint.resource);
        const projectId = params['project_id'];
        if (status !== 200 || !kind.success || projectId === undefined) return;
        void announce({ connectionId, projectId, kind: kind.data }, bodyInSlices);
      },
      streamFinished: () => undefined,
    } satisfies ProxyObserver,
  } satisfies Feature & Record<string, unknown>;
}
