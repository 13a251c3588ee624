import { endpoints } from '#shared/api/index.ts';
import type { UndoChange, UndoStacks } from '#shared/desk/index.ts';
import { settledUndo } from '#shared/sync/index.ts';
import type { EditorSession } from './editor-session.ts';

/** Changes that make an empty undo history this one. */
function asChanges(stacks: UndoStacks): UndoChange[] {
  const { done, undone } = settledUndo(stacks);
  return [
    ...[...done, ...undone.toReversed()].map((step): UndoChange => ({ do: 'push', step })),
    ...undone.map((): UndoChange => ({ do: 'undo' })),
  ];
}

/** Keys of recreations that were begun, so that pressing again after a lost answer makes no second project. */
const begun = new WeakMap<EditorSession, string>();

/**
 * Makes a new project of what is on screen, name, document and undo history; for one that was deleted elsewhere.
 * @param name the name it has now.
 * @returns the new project's id. @throws what the service answered; then everything stays as it is here.
 */
export async function recreateProject(session: EditorSession, name: string): Promise<string> {
  const { api, journal } = session.ports;
  const key = begun.get(session) ?? crypto.randomUUID();
  begun.set(session, key);
  const made = await api(endpoints.projects.create, { body: { name }, idempotencyKey: key });
  const params = { project_id: made.id };
  // Read anew: an attempt before this one may have come as far as the document.
  let { version } = await api(endpoints.projects.get, { params });
  let sent = null;
  // What is edited while the document is on its way goes there too.
  while (sent !== session.store.getGraph()) {
    sent = session.store.getGraph();
    const answer = await api(endpoints.projects.replaceDocument, {
      params,
      body: { expectedVersion: version, document: { graph: sent } },
      idempotencyKey: crypto.randomUUID(),
    });
    version = answer.version;
  }
  await journal.carryHistory(made.id, asChanges(session.store.history.stacks)).catch(() => undefined);
  session.sync.dispatch({ type: 'moved-away' });
  return made.id;
}
