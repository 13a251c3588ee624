import type { OtioWarning } from '#shared/api/schemas/timelines.ts';
import { limitedWarnings } from '#shared/otio/index.ts';
import {
  emptyTimeline,
  summarizeTimeline,
  timelineJsonSchema,
  validateTimelineInSlices,
  type TimelineDocument,
} from '#shared/timeline/index.ts';
import { clipExt } from '#shared/timeline/ext.ts';
import { locationInTimeline } from '#shared/timeline/problem-location.ts';
import type { ServiceContext } from '#service/context.ts';
import { attachment } from '#service/http/content-disposition.ts';
import type { HandlersOf } from '#service/http/handler.ts';
import { inSlices } from '#service/http/slices.ts';
import { otioBundle, type MediaSource, type OtioThreads, type WrittenTimeline } from '#service/otio/index.ts';
import { loadLibrary, type FileReference, type Find, type LibraryScope } from '#service/library/library.ts';
import { importOtio, parseOtio } from './otio-uploads.ts';
import { invalidDocument, saveDocument } from '#service/project-documents/project-documents.ts';
import { requireProject, requireVersion, type ProjectRow } from '#service/projects/rows.ts';
import { loadDocument, loadDocumentText } from '#service/project-documents/rows.ts';

/** @throws Problem INVALID_TIMELINE with every problem. */
async function checked(document: unknown): Promise<TimelineDocument> {
  const result = await inSlices(validateTimelineInSlices(document));
  if (result.ok) return result.document;
  throw invalidDocument('INVALID_TIMELINE', result.problems, (path) => locationInTimeline(document, path));
}

async function storedTimeline(ctx: ServiceContext, project: ProjectRow): Promise<TimelineDocument> {
  const stored = await loadDocument(ctx.db, project.id, 'timeline');
  // Checked when it was stored.
  return stored === null ? emptyTimeline(project.name) : (stored as TimelineDocument);
}

/** What the clips of a timeline name. */
const referencesOf = (document: TimelineDocument): FileReference[] =>
  document.timeline.clips.flatMap((clip) => {
    const { filename, storageType } = clip;
    const { fileId } = clipExt(clip);
    if (storageType === 'placeholder') return [];
    return [{ ...(fileId !== undefined && { fileId }), filename }];
  });

/** Files that a timeline uses: its clips name them. */
async function usedFiles(
  ctx: ServiceContext,
  scope: LibraryScope,
  document: TimelineDocument,
): Promise<string[]> {
  const references = referencesOf(document);
  const find = await loadLibrary(ctx, scope, references);
  return references.flatMap((reference) => find(reference)?.id ?? []);
}

/** The ZIP bundle of a timeline, with the media that there are, as a stream. */
async function bundleResponse(
  ctx: ServiceContext,
  exportedTimeline: WrittenTimeline,
  scope: LibraryScope | null,
  signal: AbortSignal,
): Promise<Response> {
  const sources = new Map<string, MediaSource>();
  const missing: OtioWarning[] = [];
  const { media } = exportedTimeline;
  const references = media.map(({ fileId, filename }) => ({
    ...(fileId !== undefined && { fileId }),
    filename,
  }));
  const find: Find = scope === null ? () => undefined : await loadLibrary(ctx, scope, references);
  for (const { filename, fileId, name } of media) {
    const file = find({ ...(fileId !== undefined && { fileId }), filename });
    if (!file || !(await ctx.blobs.has(file.blob))) {
      const message = `The library has no file "${filename}", so only its name was written.`;
      missing.push({ code: 'MEDIA_FILE_MISSING', message, path: null });
      continue;
    }
    sources.set(name, { sizeBytes: file.sizeBytes, open: () => ctx.blobs.read(file.blob) });
  }
  const exported = {
    ...exportedTimeline,
    warnings: [...limitedWarnings(missing), ...exportedTimeline.warnings],
  };
  const bundle = otioBundle(exported, ({ name }) => sources.get(name));
  signal.addEventListener('abort', () => bundle.destroy(), { once: true });
  const name =
    exportedTimeline.name
      .replace(/[\p{Cc}/\\:*?"<>|]+/gu, ' ')
      .trim()
      .slice(0, 100) || 'timeline';
  // An error before the first reading is told to the reader, who asks for it then.
  bundle.on('error', () => {});
  // Not `Readable.toWeb`, which ends the process when a reader leaves while bytes are on their way.
  return new Response(ReadableStream.from(bundle), {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': attachment(`${name}.zip`),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}

/** The eight endpoints of timelines. */
export function createTimelineHandlers(ctx: ServiceContext, otio: OtioThreads): HandlersOf<'timelines'> {
  const projectLibrary = (accountId: string, projectId: string): LibraryScope => ({
    accountId,
    current: { projectId, kind: 'timeline' },
  });

  return {
    'timelines.get': async ({ caller, params }) => {
      const { project, document } = await ctx.db.snapshot(async () => {
        const project = await requireProject(ctx, caller.accountId, params.project_id);
        return { project, document: await storedTimeline(ctx, project) };
      });
      return {
        projectId: project.id,
        version: project.version,
        document,
        summary: summarizeTimeline(document),
      };
    },
    'timelines.replace': async ({ caller, params, body, commit }) => {
      await requireProject(ctx, caller.accountId, params.project_id);
      const document = await checked(body.document);
      return commit(async () => {
        const project = await requireProject(ctx, caller.accountId, params.project_id);
        requireVersion(project, body.expectedVersion);
        const files = await usedFiles(ctx, projectLibrary(caller.accountId, project.id), document);
        const saved = await saveDocument(ctx, project, 'timeline', document, files);
        return {
          projectId: project.id,
          version: saved.version,
          document,
          summary: summarizeTimeline(document),
          mode: 'replace',
        };
      });
    },
    'timelines.exportOtioProject': async ({ caller, params, signal }) => {
      const project = await requireProject(ctx, caller.accountId, params.project_id);
      const scope = projectLibrary(caller.accountId, project.id);
      const stored = await loadDocumentText(ctx.db, project.id, 'timeline');
      const json = stored ?? JSON.stringify(emptyTimeline(project.name));
      return bundleResponse(ctx, await otio.write(json, signal), scope, signal);
    },
    'timelines.exportOtio': async ({ caller, body, signal }) => {
      // A key that may not read files does not get them wrapped in a ZIP either.
      const scope = caller.scopes.has('files:read') ? { accountId: caller.accountId } : null;
      const json = JSON.stringify(await checked(body.document));
      return bundleResponse(ctx, await otio.write(json, signal), scope, signal);
    },
    'timelines.importOtio': (call) => importOtio(ctx, otio, call),
    'timelines.parseOtio': (call) => parseOtio(ctx, otio, call),
    'timelines.schema': () => timelineJsonSchema(),
    'timelines.validate': async ({ body }) => {
      const document = await checked(body.document);
      return { document, summary: summarizeTimeline(document), valid: true };
    },
  };
}
