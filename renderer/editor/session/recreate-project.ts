import { endpoints, type PublicProjectCreateRequest } from '#shared/api/index.ts';
import { hasItems } from '#shared/canvas/items.ts';
import { writeCanvas } from '#shared/canvas/metadata.ts';
import type { KnownProject, UndoChange, UndoStacks } from '#shared/desk/index.ts';
import { finishedUndo } from '#shared/graph-saving/index.ts';
import type { EditorPorts } from '../ports.ts';
import { failureOf, isOutcomeUnknown } from '#renderer/desk/index.ts';
import type { EditorSession } from './editor-session.ts';
import { words } from '#renderer/words/index.ts';

/** Changes that make an empty undo history this one. */
function asChanges(stacks: UndoStacks): UndoChange[] {
  const { done, undone } = finishedUndo(stacks);
  return [
    ...[...done, ...undone.toReversed()].map((step): UndoChange => ({ do: 'push', step })),
    ...undone.map(({ by }): UndoChange => ({ do: 'undo', ...(by !== undefined && { by }) })),
  ];
}

/** A recreation that was begun, so that pressing again after a lost response makes no second project. */
interface Recreation {
  request: { body: PublicProjectCreateRequest; idempotencyKey: string };
  cached: KnownProject | null;
  /** The undo history is there. */
  hasHistory: boolean;
}
const pendingRecreations = new WeakMap<EditorSession, Recreation>();

async function begin(session: EditorSession, name: string): Promise<Recreation> {
  const cached = (await session.ports.cachedProject?.().catch(() => null)) ?? null;
  const request = { body: { ...cached?.details, name }, idempotencyKey: crypto.randomUUID() };
  const recreation = { request, cached, hasHistory: false };
  pendingRecreations.set(session, recreation);
  return recreation;
}

/** What stands beside the graph. @returns the version then, and what could not be brought over, in words. */
async function bringDocuments(
  { api }: EditorPorts,
  params: { project_id: string },
  version: number,
  cached: KnownProject | null,
): Promise<{ version: number; left: string[] }> {
  const left: string[] = [];
  let expectedVersion = version;
  const bring = async (label: string, send: () => Promise<{ version: number }>): Promise<void> => {
    try {
      ({ version: expectedVersion } = await send());
    } catch (error) {
      const { kind } = failureOf(error);
      if (isOutcomeUnknown(error) || kind === 'key' || kind === 'stale') throw error;
      // What stands beside the graph is no reason not to recreate it, but to say so.
      left.push(label);
    }
  };
  const request = <T>(body: T) => ({ params, body, idempotencyKey: crypto.randomUUID() });
  const { storyboard, timeline } = cached ?? { storyboard: null, timeline: null };
  if (storyboard) {
    await bring(words.editorSession.recreateProject.storyboardName, () =>
      api(endpoints.storyboards.replace, request({ document: storyboard, expectedVersion })),
    );
  }
  if (timeline) {
    await bring(words.editorSession.recreateProject.timelineName, () =>
      api(endpoints.timelines.replace, request({ document: timeline, expectedVersion })),
    );
  }
  return { version: expectedVersion, left };
}

/**
 * Makes a new project of what is on screen, document and undo history, with what this computer knows of the old one:
 * its ids with others, its metadata, its storyboard and its timeline; for one that was deleted elsewhere.
 * @param name the name it has now.
 * @returns the new project's id, and what could not be brought over, in words. @throws what the service answered; then
 * everything stays as it is here.
 */
export async function recreateProject(
  session: EditorSession,
  name: string,
): Promise<{ projectId: string; left: string[] }> {
  const { api, journal } = session.ports;
  const recreation = pendingRecreations.get(session) ?? (await begin(session, name));
  const created = await api(endpoints.projects.create, recreation.request);
  const params = { project_id: created.id };
  // Read anew: an attempt before this one may have come as far as the document.
  const found = await api(endpoints.projects.get, { params });
  const brought = await bringDocuments(session.ports, params, found.version, recreation.cached);
  let { version } = brought;
  if (!recreation.hasHistory) {
    await journal.carryHistory(created.id, asChanges(session.store.history.stacks)).catch(() => undefined);
    recreation.hasHistory = true;
  }
  let uploaded: readonly [unknown, unknown] | null = null;
  // What is edited while all this is on its way goes there too: nothing is waited for between the last of it and the end.
  for (;;) {
    const [graph, { items }] = [session.store.getGraph(), session.store.canvas];
    if (uploaded?.[0] === graph && uploaded[1] === items) break;
    uploaded = [graph, items];
    const serialized = writeCanvas(recreation.cached?.details.metadata ?? {}, items);
    const response = await api(endpoints.projects.replaceDocument, {
      params,
      body: {
        expectedVersion: version,
        document: { graph },
        ...(serialized.ok && hasItems(items) && { metadata: serialized.metadata }),
      },
      idempotencyKey: crypto.randomUUID(),
    });
    version = response.version;
  }
  session.sync.dispatch({ type: 'moved-away' });
  return { projectId: created.id, left: brought.left };
}
