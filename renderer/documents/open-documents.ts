import { useEffect, useState, useSyncExternalStore } from 'react';
import type { StoryboardDocument } from '#shared/storyboard/index.ts';
import type { TimelineDocument } from '#shared/timeline/index.ts';
import { joinKey } from '#shared/language/join-key.ts';
import { showToast } from '#renderer/ui/index.ts';
import { storyboardKind, timelineKind, type DocumentKind } from './document-kind.ts';
import { createDocumentPorts, type DocumentPorts } from './document-ports.ts';
import { OpenDocument, type DocumentSession, type DocumentState } from './document-session.ts';
import { projectUndo } from '#renderer/model/project-undo.ts';
import { readDocument } from './read-document.ts';
import { stepsOfRecord } from './undo-record.ts';
import type { UndoSteps } from '#shared/documents/undo-steps.ts';
import { UndoWriter } from './undo-writer.ts';

/** The documents of one kind that are open in this window: one session each, however many parts of the page use it. */
interface OpenDocuments<D> {
  /** @returns the session, and a function to be called when it is not used any more: it is then saved and closed. */
  open(connectionId: string, projectId: string): { session: Promise<DocumentSession<D>>; leave: () => void };
}

interface Entry<D> {
  session: Promise<OpenDocument<D>>;
  users: number;
}

interface Remembered<D> {
  steps: UndoSteps<D>;
  writer: UndoWriter<D>;
}

/** Projects whose steps are remembered after their page is left. */
const MAX_REMEMBERED = 8;

const notify = (title: string) => showToast({ title });

function documentsOf<D>(kind: DocumentKind<D>): OpenDocuments<D> {
  const entries = new Map<string, Entry<D>>();
  /** Steps stay when a page is left, so that they can be taken back from another one; the newest few projects. */
  const stored = new Map<string, Remembered<D>>();

  /** The steps of this window, else those that the last one left on the disk. */
  async function stepsOf(key: string, ports: DocumentPorts): Promise<Remembered<D>> {
    let own = stored.get(key);
    if (!own) {
      const steps = stepsOfRecord(kind, await ports.undo.read().catch(() => null));
      own = stored.get(key) ?? { steps, writer: new UndoWriter(ports, steps) };
    }
    stored.delete(key);
    stored.set(key, own);
    const [oldest] = stored.keys();
    if (stored.size > MAX_REMEMBERED && oldest !== undefined) stored.delete(oldest);
    return own;
  }

  /** Reads a document, its unsaved changes and its steps. */
  async function openSession(
    key: string,
    location: { connectionId: string; projectId: string },
  ): Promise<OpenDocument<D>> {
    const ports = createDocumentPorts(location.connectionId, location.projectId, kind.kind);
    const [opened, { steps, writer }] = await Promise.all([readDocument(kind, ports), stepsOf(key, ports)]);
    return new OpenDocument(kind, ports, opened, notify, {
      steps,
      onSteps: (current) => {
        projectUndo.note(location, kind.kind, current);
        writer.note();
      },
      onPause: (isPaused) => writer.setPaused(isPaused),
    });
  }

  async function close(key: string, entry: Entry<D>): Promise<void> {
    const session = await entry.session.catch(() => null);
    await session?.flush().catch(() => undefined);
    await session?.kept();
    // Somebody came back meanwhile, or it still waits for the service.
    if (entry.users > 0 || entries.get(key) !== entry) return;
    // What neither the service nor the disk has would end with it.
    if (session && !session.getState().isOnDisk) return closeWhenOnDisk(key, entry, session);
    entries.delete(key);
    await stored.get(key)?.writer.preserved();
    session?.stop();
  }

  function closeWhenOnDisk(key: string, entry: Entry<D>, session: OpenDocument<D>): void {
    const end = session.subscribe(() => {
      if (!session.getState().isOnDisk) return;
      end();
      void close(key, entry);
    });
  }

  return {
    open(connectionId, projectId) {
      const key = joinKey(connectionId, projectId);
      const entry = entries.get(key) ?? { session: openSession(key, { connectionId, projectId }), users: 0 };
      entries.set(key, entry);
      entry.session.catch(() => {
        if (entries.get(key) === entry) entries.delete(key);
      });
      entry.users += 1;
      let isUsed = true;
      return {
        session: entry.session,
        leave() {
          if (!isUsed) return;
          isUsed = false;
          entry.users -= 1;
          if (entry.users === 0) void close(key, entry);
        },
      };
    },
  };
}

/** The open documents of this window. */
export const mediaDocuments: {
  storyboard: OpenDocuments<StoryboardDocument>;
  timeline: OpenDocuments<TimelineDocument>;
} = { storyboard: documentsOf(storyboardKind), timeline: documentsOf(timelineKind) };

type Opening<D> =
  | { session: DocumentSession<D>; error: null }
  | { session: null; error: unknown }
  | { session: null; error: null };

const opening = { session: null, error: null } as const;

/** The session of a document while a component is mounted. `error` is why it cannot be read; `retry` reads it again. */
export function useOpenDocument<D>(
  documents: OpenDocuments<D>,
  connectionId: string,
  projectId: string,
): Opening<D> & { retry: () => void } {
  const [attempt, setAttempt] = useState(0);
  const key = joinKey(connectionId, projectId, String(attempt));
  const [found, setFound] = useState<{ key: string; opening: Opening<D> } | null>(null);
  useEffect(() => {
    const { session, leave } = documents.open(connectionId, projectId);
    let isLeft = false;
    const set = (next: Opening<D>) => void (isLeft || setFound({ key, opening: next }));
    session.then(
      (open) => set({ session: open, error: null }),
      (error: unknown) => set({ session: null, error }),
    );
    return () => {
      isLeft = true;
      leave();
    };
  }, [documents, connectionId, projectId, key]);
  return { ...(found?.key === key ? found.opening : opening), retry: () => setAttempt(attempt + 1) };
}

/** The document, how safe it is and what can be taken back; wakes whenever one of them changes. */
export const useDocumentSession = <D>(session: DocumentSession<D>): DocumentState<D> =>
  useSyncExternalStore(session.subscribe, session.getState);
