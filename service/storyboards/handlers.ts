import {
  allMedia,
  appendScenes,
  emptyStoryboard,
  namedMedia,
  resolveAll,
  storyboardJsonSchema,
  storyboardToTimelineInSlices,
  summarizeApplied,
  summarizeStoryboard,
  validateStoryboardInSlices,
  type FindLibraryFile,
  type StoryboardDocument,
} from '#shared/storyboard/index.ts';
import { summarizeTimeline, validateTimelineInSlices } from '#shared/timeline/index.ts';
import type { ServiceContext } from '#service/context.ts';
import { Problem } from '#service/problems/problem.ts';
import type { Caller, HandlersOf } from '#service/http/handler.ts';
import { inSlices } from '#service/http/slices.ts';
import { loadLibrary } from '#service/library/library.ts';
import { invalidDocument, saveDocument } from '#service/project-documents/project-documents.ts';
import { requireProject, requireVersion, type ProjectRow } from '#service/projects/rows.ts';
import { loadDocument } from '#service/project-documents/rows.ts';

/** @throws Problem INVALID_STORYBOARD with every problem. */
async function checked(document: unknown): Promise<StoryboardDocument> {
  const result = await inSlices(validateStoryboardInSlices(document));
  if (result.ok) return result.document;
  throw invalidDocument('INVALID_STORYBOARD', result.problems);
}

async function storedStoryboard(ctx: ServiceContext, project: ProjectRow): Promise<StoryboardDocument> {
  const stored = await loadDocument(ctx.db, project.id, 'storyboard');
  // Checked when it was stored.
  return stored === null ? emptyStoryboard(project.name) : (stored as StoryboardDocument);
}

/** The five endpoints of storyboards. */
export function createStoryboardHandlers(ctx: ServiceContext): HandlersOf<'storyboards'> {
  const libraryOf = async (
    accountId: string,
    document: StoryboardDocument,
    projectId?: string,
  ): Promise<FindLibraryFile> => {
    const current = projectId === undefined ? {} : { current: { projectId, kind: 'storyboard' as const } };
    const find = await loadLibrary(ctx, { accountId, ...current }, namedMedia(document));
    return (reference) => {
      const file = find(reference);
      return file && { fileId: file.id, filename: file.filename, contentType: file.contentType };
    };
  };
  /** A key that may not read files is not told which there are. */
  const readableLibrary = async (caller: Caller, document: StoryboardDocument): Promise<FindLibraryFile> =>
    caller.scopes.has('files:read') ? await libraryOf(caller.accountId, document) : () => undefined;

  return {
    'storyboards.get': async ({ caller, params }) => {
      const { project, document } = await ctx.db.snapshot(async () => {
        const project = await requireProject(ctx, caller.accountId, params.project_id);
        return { project, document: await storedStoryboard(ctx, project) };
      });
      return {
        projectId: project.id,
        version: project.version,
        document,
        summary: summarizeStoryboard(document),
      };
    },
    'storyboards.replace': async ({ caller, params, body, commit }) => {
      const mode = body.mode ?? 'replace';
      const before = await requireProject(ctx, caller.accountId, params.project_id);
      const incoming = await checked(body.document);
      requireVersion(before, body.expectedVersion);
      // Checked once more: what was appended may exceed what one document may hold.
      const document =
        mode === 'append'
          ? await checked(appendScenes(await storedStoryboard(ctx, before), incoming))
          : incoming;
      const media = allMedia(document);
      return commit(async () => {
        const project = await requireProject(ctx, caller.accountId, params.project_id);
        // Unless it changed meanwhile, what was appended to is what is there.
        requireVersion(project, body.expectedVersion);
        const applied = resolveAll(media, await libraryOf(caller.accountId, document, project.id));
        const files = applied.resolved.flatMap((each) => (each.kind === 'file' ? [each.file.fileId] : []));
        const saved = await saveDocument(ctx, project, 'storyboard', document, files);
        return {
          projectId: project.id,
          mode,
          version: saved.version,
          document,
          summary: summarizeApplied(document, applied),
        };
      });
    },
    'storyboards.schema': () => storyboardJsonSchema(),
    'storyboards.toTimeline': async ({ caller, body }) => {
      const { document, ...options } = body;
      const storyboard = await checked(document);
      const converted = await inSlices(
        storyboardToTimelineInSlices(storyboard, options, await readableLibrary(caller, storyboard)),
      );
      if (!converted.ok) {
        throw Problem.of('STORYBOARD_NOT_CONVERTIBLE', `${converted.path}: ${converted.message}`, {
          problems: [{ path: converted.path, code: 'NOT_CONVERTIBLE', message: converted.message }],
        });
      }
      const timeline = await inSlices(validateTimelineInSlices(converted.document));
      if (!timeline.ok) throw invalidDocument('STORYBOARD_NOT_CONVERTIBLE', timeline.problems);
      return {
        document: timeline.document,
        summary: summarizeTimeline(timeline.document),
        warnings: converted.warnings,
      };
    },
    'storyboards.validate': async ({ body }) => {
      const document = await checked(body.document);
      return { document, summary: summarizeStoryboard(document), valid: true };
    },
  };
}
