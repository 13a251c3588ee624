import { z } from 'zod';
import { listUpTo, recordUpTo } from '../reading/counts.ts';

/**
 * Storyboard Document v1: scenes (`sequences`) of shots. Scenes and shots play in the order of their `order`, equal ones
 * as they are listed. What a field leaves out gets the default given here; `ext` is the place for a program's own data.
 */

/** Keys of a program's own data in one place. */
const MAX_EXT_KEYS = 1000;

const Id = z.string().min(1).max(200);
const Ext = recordUpTo(MAX_EXT_KEYS, z.unknown());

export const STORYBOARD_VERSION = 1;

/** As in timelines: far beyond any film. */
const MAX_SECONDS = 1_000_000_000;

/**
 * A medium of a panel: a file of the account by `fileId` or `filename`, a `url`, or a document (`kind: "document"`).
 * A plain string is a URL or the name of a file. Only files of the account are ever used; nothing is fetched.
 */
export const StoryboardMedia = z.union([
  z.string().min(1),
  z.looseObject({
    kind: z.string().optional(),
    fileId: z.string().nullable().optional(),
    filename: z.string().nullable().optional(),
    url: z.string().nullable().optional(),
    documentId: z.string().nullable().optional(),
  }),
]);
export type StoryboardMedia = z.infer<typeof StoryboardMedia>;

export const StoryboardPanel = z.strictObject({
  id: Id.optional(),
  name: z.string().optional(),
  description: z.string().optional(),
  order: z.int().optional(),
  media: z.union([StoryboardMedia, listUpTo(1000, StoryboardMedia), z.null()]).optional(),
  ext: Ext.optional(),
});
export type StoryboardPanel = z.infer<typeof StoryboardPanel>;

export const StoryboardShot = z.strictObject({
  id: Id,
  name: z.string().optional(),
  description: z.string().default(''),
  durationSeconds: z.number().min(0).max(MAX_SECONDS).nullable().optional(),
  order: z.int().optional(),
  transition: z.string().default('cut'),
  panels: z.array(StoryboardPanel).max(1000).default([]),
  ext: Ext.optional(),
});
export type StoryboardShot = z.infer<typeof StoryboardShot>;

export const StoryboardScene = z.strictObject({
  id: Id,
  name: z.string().default(''),
  description: z.string().optional(),
  order: z.int().optional(),
  shots: z.array(StoryboardShot).max(10_000).default([]),
  ext: Ext.optional(),
});
export type StoryboardScene = z.infer<typeof StoryboardScene>;

export const StoryboardSettings = z.strictObject({
  aspectRatio: z
    .string()
    .regex(/^\d+(\.\d+)?\s*[:/x]\s*\d+(\.\d+)?$/, 'Write an aspect ratio as 16:9.')
    .default('16:9'),
  defaultFrameDuration: z
    .number()
    .gt(0)
    .max(MAX_SECONDS)
    .default(3)
    .describe('Seconds a shot lasts that has no length of its own.'),
  ext: Ext.optional(),
});

export const StoryboardDocument = z.strictObject({
  serviceType: z.literal('storyboard'),
  name: z.string().default('Storyboard'),
  version: z.literal(STORYBOARD_VERSION),
  sequences: z.array(StoryboardScene).max(1000),
  settings: StoryboardSettings.default({ aspectRatio: '16:9', defaultFrameDuration: 3 }),
});
export type StoryboardDocument = z.infer<typeof StoryboardDocument>;

/** The JSON Schema (2020-12) of what may be sent. */
export function storyboardJsonSchema(): Record<string, unknown> {
  return {
    ...z.toJSONSchema(StoryboardDocument, { io: 'input' }),
    $id: 'service-storyboard-document.v1',
    title: 'Storyboard Document v1',
  };
}
