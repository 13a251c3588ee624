import { endpoints, type PublicProjectCreateRequest } from '#shared/api/index.ts';
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

/** Requests for recreations that were begun, so that pressing again after a lost answer makes no second project. */
const begun = new WeakMap<EditorSession, { body: PublicProjectCreateRequest; idempotencyKey: string }>();

async function begin(session: EditorSession, name: string) {
  const details = await session.ports.knownDetails?.().catch(() => null);
  const request = { body: { ...details, name }, idempotencyKey: crypto.randomUUID() };
  begun.set(session, request);
  return request;
}

/**
 * Makes a new project of what is on screen, document and undo history, with what this computer knows of the old one:
 * its ids with others and its metadata; for one that was deleted elsewhere.
 * @param name the name it has now.
 * @returns the new project's id. @throws what the service answered; then everything stays as it is here.
 */
export async function recreateProject(session: EditorSession, name: string): Promise<string> {
  const { api, journal } = session.ports;
  const request = begun.get(session) ?? (await begin(session, name));
  const made = await api(endpoints.projects.create, request);
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
