import {
  responseLimitsOf,
  ApiError,
  API_PREFIX,
  buildPath,
  endpoints,
  PublicTimelineOtioImportResponse,
  readApiError,
  readResponseJson,
} from '#shared/api/index.ts';
import { validate } from '#shared/reading/index.ts';
import { CUT_ENDINGS, cutFormatOf, foreignFormatOf } from '#shared/timeline/cut-formats.ts';
import { words } from '#renderer/words/index.ts';
import { nameOfCut } from './cut-names.ts';
import { asOtioFile, type CutChoices } from './foreign-cuts.ts';
import { isFolder, type ImportSource, type OtioFolder } from './otio-folder.ts';
import { freeName } from '#renderer/projects/index.ts';
import { replaceTimeline } from '#renderer/timeline/index.ts';
import { apiFor, apiPath, deskFetch, isConflict, type SendForm } from '#renderer/desk/index.ts';

/** Where an import goes. `look` stores nothing. */
export type ImportTarget =
  | { to: 'project'; projectId: string }
  /** Stores media, and leaves the timeline of the project as it is. */
  | { to: 'compare'; projectId: string }
  /** @param name of the project; empty leaves it to the timeline and its file. */
  | { to: 'new'; name: string }
  | { to: 'look' };

export type ImportStep = 'packing' | 'sending' | 'reading' | 'storing';

export interface Imported {
  response: PublicTimelineOtioImportResponse;
  /** Null when it was only looked at. */
  projectId: string | null;
  /** Undo brings back the timeline that was there before. */
  isSingleStep?: true;
  /** The name of the project that was made for it. */
  createdName?: string;
}

/** Endings of files that may hold a timeline, as in `accept` of an input. */
export const TIMELINE_ENDINGS = CUT_ENDINGS.join(',');

/** Whether a file's name says that it may hold a timeline. */
export const isTimelineName = (name: string): boolean => cutFormatOf(name) !== null;

/** `Opening cut.otioz` → `Opening cut`. */
export const nameOfTimelineFile = (filename: string): string =>
  (isTimelineName(filename) ? nameOfCut(filename) : filename).trim() || 'Timeline';

const ATTEMPTS = 3;

/** Puts a timeline into a project as it is now: what the person chose to replace, whatever else changed meanwhile. */
async function storeTimeline(
  connectionId: string,
  projectId: string,
  document: Record<string, unknown>,
  signal: AbortSignal,
): Promise<void> {
  const api = apiFor(connectionId);
  const params = { project_id: projectId };
  const idempotencyKey = crypto.randomUUID();
  for (let attempt = 1; ; attempt += 1) {
    const { version } = await api(endpoints.projects.get, { params, signal });
    try {
      await api(endpoints.timelines.replace, {
        params,
        body: { document, expectedVersion: version },
        idempotencyKey: `${idempotencyKey}-${attempt}`,
        signal,
      });
      return;
    } catch (error) {
      if (!isConflict(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

/** A folder as the file that is sent of it. */
async function packed(
  folder: OtioFolder,
  { onStep, signal }: { onStep: (step: ImportStep, progress: number | null) => void; signal: AbortSignal },
): Promise<File> {
  onStep('packing', 0);
  const { packFolder } = await import('./pack-folder.ts');
  return packFolder(folder, { onProgress: (progress) => onStep('packing', progress), signal });
}

/**
 * Reads an OpenTimelineIO file at the service and puts it where it was asked to go. The file is read before a project is
 * made, so that a file that cannot be read leaves nothing behind.
 * @throws ApiError, HostUnreachable, AbortError
 */
export async function importOtio(options: {
  connectionId: string;
  file: ImportSource;
  target: ImportTarget;
  /** What a person says of a list or XML. */
  choices?: CutChoices;
  send: SendForm;
  onStep: (step: ImportStep, progress: number | null) => void;
  signal: AbortSignal;
}): Promise<Imported> {
  const { connectionId, target, send, onStep, signal } = options;
  const source = isFolder(options.file) ? await packed(options.file, options) : options.file;
  const foreign = foreignFormatOf(source.name)
    ? await asOtioFile(source, options.choices ?? {}, { signal })
    : null;
  const file = foreign?.file ?? source;
  const endpoint = target.to === 'look' ? endpoints.timelines.parseOtio : endpoints.timelines.importOtio;
  const form = new FormData();
  form.set('file', file, file.name);
  onStep('sending', 0);
  const response = await send(apiPath(connectionId, `${API_PREFIX}${endpoint.path}`), form, {
    onProgress: (progress) => onStep(progress < 1 ? 'sending' : 'reading', progress < 1 ? progress : null),
    signal,
  });
  if (!response.ok) throw await readApiError(response);
  const parsed = validate(
    PublicTimelineOtioImportResponse,
    await readResponseJson(response, responseLimitsOf(endpoint)),
  );
  if (!parsed.ok) {
    throw new ApiError({
      status: response.status,
      code: 'UNEXPECTED_RESPONSE',
      message: words.clips.importUnreadable,
    });
  }
  const imported = {
    ...parsed.value,
    warnings: [...(foreign?.warnings ?? []), ...parsed.value.warnings],
  };
  if (target.to === 'look' || target.to === 'compare') return { response: imported, projectId: null };
  onStep('storing', null);
  if (target.to === 'project') {
    const step = words.clips.stepImported(source.name);
    if (await replaceTimeline(connectionId, target.projectId, step, imported.document)) {
      return { response: imported, projectId: target.projectId, isSingleStep: true };
    }
    await storeTimeline(connectionId, target.projectId, imported.document, signal);
    return { response: imported, projectId: target.projectId };
  }
  const named = target.name.trim() || imported.document['name'];
  const requestedName =
    typeof named === 'string' && named.trim() !== '' ? named : nameOfTimelineFile(file.name);
  const createdName = await freeName(connectionId, requestedName);
  const { id } = await apiFor(connectionId)(endpoints.projects.create, {
    body: { name: createdName },
    idempotencyKey: crypto.randomUUID(),
    signal,
  });
  await storeTimeline(connectionId, id, imported.document, signal);
  return { response: imported, projectId: id, createdName };
}

/** The name a service proposes for what it sends, without folders. */
export function proposedName(disposition: string | null, fallback: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  const quoted = /filename="([^"]+)"/i.exec(disposition ?? '')?.[1];
  let name = quoted ?? fallback;
  try {
    if (encoded) name = decodeURIComponent(encoded);
  } catch {
    // A name that is not encoded right: the plain one will do.
  }
  return name.replaceAll(/[\\/]/g, '_');
}

const unusable = (status: number, message: string) =>
  new ApiError({ status, code: 'UNEXPECTED_RESPONSE', message });

/**
 * Fetches the bundle of a project's timeline.
 * @param onReceived bytes so far; how many there will be is not known before the end.
 * @throws ApiError, HostUnreachable, AbortError
 */
export async function exportOtio(options: {
  connectionId: string;
  projectId: string;
  onReceived: (bytes: number) => void;
  signal: AbortSignal;
}): Promise<{ bundle: Blob; name: string }> {
  const { connectionId, projectId, onReceived, signal } = options;
  const path = buildPath(endpoints.timelines.exportOtioProject.path, { project_id: projectId });
  const response = await deskFetch(apiPath(connectionId, `${API_PREFIX}${path}`), { signal });
  if (!response.ok) throw await readApiError(response);
  if (!/zip|octet-stream/.test(response.headers.get('content-type') ?? '')) {
    await response.body?.cancel();
    // A guest network's page, for example, would be saved as the bundle.
    throw unusable(response.status, words.clips.bundleReplaced);
  }
  let received = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      received += chunk.byteLength;
      onReceived(received);
      controller.enqueue(chunk);
    },
  });
  const bundle = await new Response(response.body?.pipeThrough(counter) ?? null, {
    headers: { 'content-type': 'application/zip' },
  })
    .blob()
    .catch(() => {
      signal.throwIfAborted();
      throw unusable(response.status, words.clips.bundleCutOff);
    });
  return { bundle, name: proposedName(response.headers.get('content-disposition'), 'timeline.zip') };
}
