import type { TimerClock } from '#shared/language/clock.ts';
import { browserClock } from '#renderer/desk/browser-clock.ts';
import { endpoints, type ApiClient } from '#shared/api/index.ts';
import { joinKey } from '#shared/language/join-key.ts';
import {
  cachedAtHeader,
  type DocumentDraft,
  type DocumentJournalEvent,
  type DocumentJournalState,
  type DocumentSaved,
  type DocumentUndo,
  type DocumentWriting,
  type JournalInFlight,
  type MediaDocumentKind,
} from '#shared/desk/index.ts';
import { apiFor, callDesk, onDeskEvent, onDeskReconnect, windowId } from '#renderer/desk/index.ts';

/** What happened elsewhere that concerns an open document. */
export type DocumentNews =
  /** A window of this computer saved it as this version. */
  | { kind: 'saved'; version: number }
  /** The service, its key or the desktop process may be there again. */
  | { kind: 'back' };

interface DocumentKey {
  connectionId: string;
  projectId: string;
  kind: MediaDocumentKind;
}

/** Documents that this window is closing: one that is opened again is claimed once that is done. */
const closing = new Map<string, Promise<void>>();

interface UndoWriting extends Pick<DocumentUndo, 'done' | 'undone'> {
  /** Undefined where it is as written before. */
  base: unknown;
}

/** What a document session asks of the desk. */
export interface DocumentPorts {
  projectId: string;
  api: ApiClient;
  /** Each call resolves when it is on the disk. */
  journal: {
    claim(force: boolean, version?: number): Promise<DocumentJournalState>;
    write(writing: DocumentWriting): Promise<void>;
    sending(inFlight: JournalInFlight): Promise<void>;
    acknowledge(entryIds: readonly string[], saved: DocumentSaved | null): Promise<void>;
    /** What is there cannot be read: it stays in a file beside it. */
    quarantine(): Promise<void>;
    leave(): void;
    watch(listener: (event: DocumentJournalEvent | 'missed') => void): () => void;
  };
  /** What earlier versions of Patchbay left unsaved. */
  drafts: {
    list(): Promise<DocumentDraft[]>;
    remove(windows: readonly string[]): Promise<void>;
  };
  /** Steps that can be taken back after a restart. */
  undo: {
    read(): Promise<DocumentUndo | null>;
    write(undo: UndoWriting): Promise<void>;
  };
  /** The version the project has now; null while that cannot be known. */
  version(): Promise<number | null>;
  /** @returns a function that ends it. */
  watch(listener: (news: DocumentNews) => void): () => void;
  after: TimerClock['after'];
  clock: TimerClock['clock'];
  /** Whether somebody looks at the page. */
  isInView(): boolean;
}

const isOf = (a: DocumentKey, b: DocumentKey): boolean =>
  a.connectionId === b.connectionId && a.projectId === b.projectId && a.kind === b.kind;

/** The journal of one document. */
function journalPorts(
  connectionId: string,
  projectId: string,
  kind: MediaDocumentKind,
): DocumentPorts['journal'] {
  const writer = windowId;
  const params = { connectionId, projectId, kind };
  const key = joinKey(connectionId, projectId, kind);
  return {
    async claim(force, version) {
      await closing.get(key);
      return callDesk('claimDocument', {
        params,
        body: { writer, force, ...(version !== undefined && { version }) },
      });
    },
    write: (writing) => callDesk('writeDocument', { params, body: { writer, ...writing } }),
    sending: (inFlight) => callDesk('documentSending', { params, body: { writer, inFlight } }),
    acknowledge: (entryIds, saved) =>
      callDesk('acknowledgeDocument', {
        params,
        body: { writer, entryIds: [...entryIds], ...(saved && { saved }) },
      }),
    quarantine: () => callDesk('quarantineDocument', { params, body: { writer } }),
    // A window that does not come to say so is missed all the same: its event stream ends.
    leave() {
      const left = callDesk('leaveDocument', { params, body: { writer } })
        .catch(() => undefined)
        .finally(() => {
          if (closing.get(key) === left) closing.delete(key);
        });
      closing.set(key, left);
    },
    watch(listener) {
      const ends = [
        onDeskEvent((event) => {
          if (event.type === 'document-journal' && isOf(params, event)) listener(event.change);
        }),
        onDeskReconnect(() => listener('missed')),
      ];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}

/** The ports of a document over the desktop process. */
export function createDocumentPorts(
  connectionId: string,
  projectId: string,
  kind: MediaDocumentKind,
): DocumentPorts {
  const params = { connectionId, projectId, kind };
  const api = apiFor(connectionId);
  return {
    projectId,
    api,
    journal: journalPorts(connectionId, projectId, kind),
    drafts: {
      list: async () => (await callDesk('listDrafts', { params })).drafts,
      remove: (windows) => callDesk('removeDrafts', { params, body: { windows: [...windows] } }),
    },
    undo: {
      read: async () => (await callDesk('readUndo', { params })).undo,
      write: (undo) => callDesk('writeUndo', { params, body: { window: windowId, ...undo } }),
    },
    async version() {
      let isStored = false;
      const { version } = await api(endpoints.projects.get, {
        params: { project_id: projectId },
        onHeaders: (headers) => {
          isStored = headers.get(cachedAtHeader) !== null;
        },
      });
      return isStored ? null : version;
    },
    watch(listener) {
      const ends = [
        onDeskEvent((event) => {
          if (event.type === 'connections' || event.type === 'local-service') listener({ kind: 'back' });
          if (event.type === 'document-saved' && isOf(params, event))
            listener({ kind: 'saved', version: event.version });
        }),
        onDeskReconnect(() => listener({ kind: 'back' })),
      ];
      return () => {
        for (const end of ends) end();
      };
    },
    after: (ms, run) => browserClock.after(ms, run),
    clock: () => browserClock.clock(),
    isInView: () => typeof document === 'undefined' || document.visibilityState === 'visible',
  };
}
