import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { MediaDocumentKind } from '#shared/desk/index.ts';
import { joinKey } from '#shared/language/join-key.ts';
import type { ProxyObserver } from '../api/proxy-observer.ts';
import type { ConnectionSignals } from '../connections/connections-feature.ts';
import { DeskError } from '../desk-error.ts';
import type { CoreContext, Feature } from '../feature.ts';
import type { DeskHandlers } from '../http/desk-router.ts';
import type { ReservedNotes } from '../storage/reserved-notes.ts';
import { createWindowPresence } from '../window-presence.ts';
import { createDraftStore, type DraftPlace } from './draft-store.ts';
import { createUndoStore } from './undo-store.ts';

const Saved = z.object({ version: z.int() });

/** @throws DeskError `NOT_FOUND` */
function positionOf(params: { connectionId: string; projectId: string; kind: string }): DraftPlace {
  const kind = MediaDocumentKind.safeParse(params.kind);
  if (!kind.success) throw new DeskError('NOT_FOUND', 'There are no such documents.');
  return { ...params, kind: kind.data };
}

/** Says that a draft is damaged. */
const unreadableNotice =
  ({ log, notices }: CoreContext) =>
  ({ projectId, kind }: DraftPlace): void => {
    log.warn({ projectId }, 'a draft cannot be read');
    notices.announce(`draft-${kind}-${projectId}`, unreadableText(kind), () => undefined);
  };

const unreadableText = (kind: DraftPlace['kind']): string =>
  `Unsaved changes of a ${kind} could not be read: their part of the database on this computer is damaged. The ${kind} opens as the service has it; look whether your last changes are there.`;

const claimKey = ({ connectionId, projectId, kind }: DraftPlace, window: string) =>
  joinKey(connectionId, projectId, kind, window);

interface DraftParts {
  database: DatabaseSync;
  signals: ConnectionSignals;
  reserved: ReservedNotes;
}

/** Unsaved storyboards and timelines, on the disk before they are sent; and windows learn of each other's saves. */
export function openDrafts(context: CoreContext, { database, signals, reserved }: DraftParts) {
  const { clock, events, handles } = context;
  const store = createDraftStore(database, () => clock.now(), reserved, unreadableNotice(context));
  const undos = createUndoStore(database, () => clock.now());
  /** Which window took up the draft of which other, and of which document. */
  const claims = new Map<string, { claimant: string; location: DraftPlace }>();
  const presence = createWindowPresence(() => performance.now(), {
    sleep: (ms, signal) => clock.sleep(ms, signal),
    neverCame: announceLeft,
  });
  handles.add('window presence', presence, (open) => open.close());
  signals.removed.listen((connectionId) => {
    store.removeConnection(connectionId);
    undos.removeConnection(connectionId);
  });

  /** Whether nobody is at a draft any more: neither who wrote it nor who took it up. */
  function isLeft(location: DraftPlace, window: string): boolean {
    const claimant = claims.get(claimKey(location, window))?.claimant;
    return !presence.isPresent(window) && (claimant === undefined || !presence.isPresent(claimant));
  }

  /** A window is gone: others may take up its drafts, and those that it took up and had no time to make its own. */
  function announceLeft(window: string): void {
    const used = [...claims].filter(([, { claimant }]) => claimant === window);
    for (const [key] of used) claims.delete(key);
    const locations = [...store.positionsOf(window), ...used.map(([, { location: place }]) => place)];
    for (const position of locations) events.emit({ type: 'drafts-left', ...position });
  }

  /** Other windows learn of a save at once. */
  async function announce(location: DraftPlace, read: () => Promise<unknown>): Promise<void> {
    const saved = Saved.safeParse(await read());
    if (saved.success) events.emit({ type: 'document-saved', ...location, version: saved.data.version });
  }

  return {
    moveProject(connectionId: string, from: string, to: string): void {
      store.moveProject(connectionId, from, to);
      undos.moveProject(connectionId, from, to);
    },

    /** A window's event stream opened. @returns to be called when it ended. */
    windowArrived(window: string): () => void {
      const finished = presence.arrived(window);
      return () => {
        if (finished()) announceLeft(window);
      };
    },

    routes: {
      claimDrafts({ params, body: { window } }) {
        presence.expect(window);
        const place = positionOf(params);
        const drafts = store.list(place).filter((draft) => isLeft(place, draft.window));
        for (const draft of drafts)
          claims.set(claimKey(place, draft.window), { claimant: window, location: place });
        return { drafts };
      },
      writeDraft({ params, body }) {
        presence.expectUnlessEnded(body.window);
        const location = positionOf(params);
        store.write(location, body);
        for (const window of body.settled) claims.delete(claimKey(location, window));
        // Its event stream ended while this was on the way: who looked then has not found it.
        if (isLeft(location, body.window)) events.emit({ type: 'drafts-left', ...location });
      },
      removeDrafts({ params, body }) {
        const location = positionOf(params);
        store.remove(location, body.windows);
        for (const window of body.windows) claims.delete(claimKey(location, window));
      },
      readUndo: ({ params }) => ({ undo: undos.read(positionOf(params)) }),
      writeUndo({ params, body }) {
        undos.write(positionOf(params), body);
      },
    } satisfies Partial<DeskHandlers>,

    observer: {
      wants: ({ subject, method }) =>
        method === 'PUT' && (subject === 'storyboard' || subject === 'timeline'),
      responded(connectionId, { endpoint, params }, { status, bodyInSlices }) {
        const kind = MediaDocumentKind.safeParse(endpoint.subject);
        const projectId = params['project_id'];
        if (status !== 200 || !kind.success || projectId === undefined) return;
        void announce({ connectionId, projectId, kind: kind.data }, bodyInSlices);
      },
      streamFinished: () => undefined,
    } satisfies ProxyObserver,
  } satisfies Feature & Record<string, unknown>;
}
