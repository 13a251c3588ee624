import type { ApiClient } from '#shared/api/index.ts';
import { EditorStore } from '../model/editor-store.ts';
import type { EditorPorts } from '../ports.ts';
import { createDeskPorts } from '../session/desk-ports.ts';
import { historyOwner, openDocument } from '../sync/open-document.ts';
import type { TimerClock } from '#shared/language/clock.ts';
import { SyncDriver } from '../sync/sync-driver.ts';
import { emptyCatalog } from './three-nodes.ts';

export interface HeadlessEditor {
  store: EditorStore;
  driver: SyncDriver;
  /** What was said to the person in passing. */
  messages: readonly string[];
  /** Everything edited so far is in the journal. */
  isJournaled: () => boolean;
  /** The window is gone: nothing more is sent. */
  close: () => void;
}

/** A project open for editing with the editor's own document, saving and journal, and nothing drawn. */
export function openHeadlessEditor(options: {
  connectionId: string;
  projectId: string;
  api: ApiClient;
  clock: TimerClock;
}): Promise<HeadlessEditor> {
  const { clock, ...place } = options;
  return openEditorOn(createDeskPorts(place), clock);
}

/** The same on ports of the caller's own. */
export async function openEditorOn(ports: EditorPorts, clock?: TimerClock): Promise<HeadlessEditor> {
  try {
    const opened = await openDocument(ports);
    const store = new EditorStore(opened.graph, emptyCatalog, opened.canvas);
    const messages: string[] = [];
    const driver = new SyncDriver({
      ports,
      opened,
      screen: {
        adopt: (graph, canvas) => store.adoptRemote(graph, canvas),
        rename: (ids) => store.renameNodes(ids),
        notify: (message) => messages.push(message),
        history: store.history,
      },
      isText: (_type, input) => input === 'text',
      ...(clock ? { clock } : {}),
    });
    store.history.open(opened.history, historyOwner(ports.journal, opened));
    store.history.onChange((change) => driver.noteHistory(change));
    store.onEdit(({ label, operations, canvas }) => driver.edited(label, operations, canvas));
    driver.recoverPendingEdits();
    return {
      store,
      driver,
      messages,
      isJournaled: () =>
        driver.state.pending.every((edit) => edit.journaled) && driver.state.journalProblem === null,
      close: () => {
        driver.stop();
        ports.journal.leave();
      },
    };
  } catch (error) {
    ports.journal.leave();
    throw error;
  }
}
