import { z } from 'zod';
import { recordUpTo } from '../reading/index.ts';
import { StoryboardSketch } from '../storyboard/sketch.ts';
import { TimelineSketch } from '../timeline/sketch.ts';
import { route } from './route.ts';

/** Versions of storyboards and timelines that are stored on this computer. */

/** Fields of a document, at its top. */
const MAX_DOCUMENT_FIELDS = 1000;

/** The schemas of routes stay small by naming their types. */
const Sketch: z.ZodType<
  { kind: 'storyboard'; sketch: StoryboardSketch } | { kind: 'timeline'; sketch: TimelineSketch }
> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('storyboard'), sketch: StoryboardSketch }),
  z.object({ kind: z.literal('timeline'), sketch: TimelineSketch }),
]);

export const FilmVersion = z.object({
  id: z.string(),
  /** The service's number of the project. */
  version: z.int(),
  /**
   * `saved`: made here and taken by the service. `found`: as the service had it, made elsewhere or before. `before`: as it was
   * before a step that changed much of it at once, which its name says.
   */
  reason: z.enum(['saved', 'found', 'before']),
  /** What the person calls it; named ones are never removed to make room. */
  name: z.string().nullable(),
  /** What was done in the stretch of work that it ends, as undo calls it, in order; absent where that is not known. */
  steps: z.array(z.string()).optional(),
  /** ISO, when it was saved or found. */
  at: z.string(),
  picture: Sketch,
});
export type FilmVersion = z.infer<typeof FilmVersion>;

const versions = '/desk/film-versions/{connectionId}/{projectId}/{kind}' as const;

export const filmVersionRoutes = {
  /** Newest first, fifty at a time. */
  listFilmVersions: route('GET', versions, {
    query: z.object({ cursor: z.string().max(200).optional() }),
    response: z.object({ versions: z.array(FilmVersion), nextCursor: z.string().nullable() }),
  }),
  /** Keeps a document as it is before a step that changes much of it at once, under a name. */
  keepFilmVersion: route('POST', versions, {
    body: z.strictObject({
      name: z.string().trim().min(1).max(200),
      version: z.int(),
      document: recordUpTo(MAX_DOCUMENT_FIELDS, z.unknown()),
    }),
  }),
  getFilmVersion: route('GET', `${versions}/{versionId}`, {
    response: z.object({ version: FilmVersion, document: z.record(z.string(), z.unknown()) }),
  }),
  /** A name of null takes the name away. */
  nameFilmVersion: route('PATCH', `${versions}/{versionId}`, {
    body: z.strictObject({
      name: z.string().trim().min(1, 'Give the version a name.').max(200).nullable(),
    }),
    response: FilmVersion,
  }),
  deleteFilmVersion: route('DELETE', `${versions}/{versionId}`),
} as const;
