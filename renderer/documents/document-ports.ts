import type { TimerClock } from '#shared/language/clock.ts';
import { browserClock } from '#renderer/desk/browser-clock.ts';
import { endpoints, type ApiClient } from '#shared/api/index.ts';
import {
  cachedAtHeader,
  type DocumentDraft,
  type DocumentUndo,
  type MediaDocumentKind,
} from '#shared/desk/index.ts';
import { apiFor, callDesk, onDeskEvent, onDeskReconnect, windowId } from '#renderer/desk/index.ts';

/** What happened elsewhere that concerns an open document. */
export type DocumentNews =
  /** A window of this computer saved it as this version. */
  | { kind: 'saved'; version: number }
  /** A window is gone and left a draft. */
  | { kind: 'drafts-left' }
  /** The service, its key or the desktop process may be there again. */
  | { kind: 'back' };

interface DraftWriting {
  baseVersion: number;
  /** Undefined where it is as written before. */
  base: unknown;
  changes: unknown;
  /** The requests that are out. */
  sent: DocumentDraft['sent'];
  settled: string[];
}

interface UndoWriting extends Pick<DocumentUndo, 'done' | 'undone'> {
  /** Undefined where it is as written before. */
  base: unknown;
}

/** What a document session asks of the desk. */
export interface DocumentPorts {
  projectId: string;
  api: ApiClient;
  drafts: {
    /** This window's name among those that write drafts. */
    window: string;
    claim(): Promise<DocumentDraft[]>;
    write(draft: DraftWriting): Promise<void>;
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
  /** Whether somebody looks at the page. */
  isInView(): boolean;
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
    drafts: {
      window: windowId,
      claim: async () => (await callDesk('claimDrafts', { params, body: { window: windowId } })).drafts,
      write: (draft) => callDesk('writeDraft', { params, body: { window: windowId, ...draft } }),
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
          if (event.type !== 'document-saved' && event.type !== 'drafts-left') return;
          const isOurs =
            event.connectionId === connectionId && event.projectId === projectId && event.kind === kind;
          if (!isOurs) return;
          listener(
            event.type === 'drafts-left'
              ? { kind: 'drafts-left' }
              : { kind: 'saved', version: event.version },
          );
        }),
        onDeskReconnect(() => listener({ kind: 'back' })),
      ];
      return () => {
        for (const end of ends) end();
      };
    },
    after: (ms, run) => browserClock.after(ms, run),
    isInView: () => typeof document === 'undefined' || document.visibilityState === 'visible',
  };
}
