import { z } from 'zod';
import type { EndpointMatch } from '#shared/api/index.ts';
import { savedStepsHeader } from '#shared/desk/index.ts';
import { storyboardThumbnail, validateStoryboardInSlices } from '#shared/storyboard/index.ts';
import { timelineThumbnail, validateTimelineInSlices } from '#shared/timeline/index.ts';
import { observeInOrder, type ObservedResponse, type ProxyObserver } from '../api/proxy-observer.ts';
import type { CoreLog } from '../options.ts';
import { jsonOf } from '../response-cache/json-of.ts';
import { runInSlices } from '../slices.ts';
import type { FilmVersionStore, MediaSketch } from './film-version-store.ts';

const Version = z.object({ version: z.int() });
const Carrier = z.object({ document: z.record(z.string(), z.unknown()) });

/** What a document looks like small; null for one that is empty or could not be shown: neither is worth going back to. */
export async function pictureOf(
  kind: 'storyboard' | 'timeline',
  document: object,
): Promise<MediaSketch | null> {
  if (kind === 'storyboard') {
    const checked = await runInSlices(validateStoryboardInSlices(document));
    if (!checked.ok || checked.document.sequences.length === 0) return null;
    return { kind, sketch: storyboardThumbnail(checked.document) };
  }
  const checked = await runInSlices(validateTimelineInSlices(document));
  if (!checked.ok || checked.document.timeline.tracks.length === 0) return null;
  return { kind, sketch: timelineThumbnail(checked.document) };
}

const Steps = z.array(z.string().max(200)).max(100);

/** What a page says that was done; nothing where it says nothing that can be read. */
function stepsOf(header: string | null): string[] {
  if (header === null) return [];
  try {
    return Steps.safeParse(jsonOf(Buffer.from(decodeURIComponent(header)))).data ?? [];
  } catch {
    return [];
  }
}

/** Saves storyboards and timelines as they pass between pages and services. @param onSaved called after each. */
export function createFilmVersionObserver(
  store: FilmVersionStore,
  onSaved: (connectionId: string, projectId: string) => void,
  log: CoreLog,
): ProxyObserver & { settled(): Promise<void> } {
  async function note(
    connectionId: string,
    { endpoint, params }: EndpointMatch,
    { bodyInSlices, requestBody, header }: ObservedResponse,
  ): Promise<void> {
    const projectId = params['project_id'];
    if (projectId === undefined) return;
    if (endpoint.resource !== 'storyboard' && endpoint.resource !== 'timeline') return;
    const body = await bodyInSlices();
    const version = Version.safeParse(body);
    // A service may answer a save without the document that it was sent.
    const carrier = Carrier.safeParse(body).data ?? Carrier.safeParse(requestBody()).data;
    if (!version.success || !carrier) return;
    const { document } = carrier;
    const filmKey = { connectionId, projectId, kind: endpoint.resource };
    const picture = await pictureOf(endpoint.resource, document);
    if (picture === null) return;
    const reason = endpoint.method === 'GET' ? 'found' : 'saved';
    const steps = stepsOf(header(savedStepsHeader));
    const state = { ...filmKey, steps, version: version.data.version, reason, document, picture } as const;
    if (await store.keep(state)) onSaved(connectionId, projectId);
  }

  return observeInOrder({
    accepts: ({ resource }) => resource === 'storyboard' || resource === 'timeline',
    note,
    failure: 'a version of a storyboard or timeline was not noted',
    log,
  });
}
