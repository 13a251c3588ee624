import { z } from 'zod';
import { listUpTo } from '../reading/index.ts';

/** Files and other media as pages ask for them and are told of them. */

/** Something that can be shown as a picture, played, or saved. */
export const MediaSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), fileId: z.string() }),
  z.object({ kind: z.literal('node-type-thumbnail'), nodeType: z.string() }),
  z.object({ kind: z.literal('project-thumbnail'), projectId: z.string(), updatedAt: z.string().optional() }),
]);
export type MediaSource = z.infer<typeof MediaSource>;

/**
 * `thumbnail` is a WebP of at most 512 px made once on this computer; `preview` at most 2048 px, `large` at most 6144.
 * Of a video they are one of its frames; `strip` is a sheet of them, `FRAME_STRIP.columns` by `FRAME_STRIP.rows`. `proxy` is a
 * small film of it that plays anywhere, when it has been made.
 */
export const MediaVariant = z.enum(['original', 'large', 'preview', 'thumbnail', 'strip', 'proxy']);
export type MediaVariant = z.infer<typeof MediaVariant>;

export const MediaRequest = z.object({
  connectionId: z.string(),
  items: z
    .array(z.object({ source: MediaSource, variant: MediaVariant }))
    .min(1)
    .max(200),
});
export type MediaRequest = z.infer<typeof MediaRequest>;

/** One URL per item, same order, on the media origin. `download` asks for `Content-Disposition: attachment`. */
export const MediaResponse = z.object({
  urls: z.array(z.object({ url: z.string(), downloadUrl: z.string() })),
});
export type MediaResponse = z.infer<typeof MediaResponse>;

/** Files in a list that asks for no other number. */
export const MAX_FILE_COUNT = 1000;
/** Files that one list may have. */
const MAX_FILES = 10_000;
const MAX_TAGS = 20;

/** A name and tags that a person gives a file on this computer; what is left out stays. */
export const FileChange = z.strictObject({
  /** Null: as the service calls it. */
  name: z.string().trim().min(1, 'Give it a name.').max(200).nullable().optional(),
  tags: z.array(z.string().trim().min(1).max(40)).max(MAX_TAGS).optional(),
});

export const FileListQuery = z.object({
  connectionId: z.string(),
  projectId: z.string().optional(),
  limit: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform((text) => Math.min(MAX_FILES, Number(text)))
    .optional(),
});

export const FileRecord = z.object({
  fileId: z.string(),
  connectionId: z.string(),
  projectId: z.string().nullable(),
  /** What people call it: the name that it was given here, else that of its output or upload. */
  filename: z.string(),
  /** The name that documents and the service may know it by, where that is another one. */
  formerName: z.string().optional(),
  contentType: z.string(),
  sizeBytes: z.int(),
  origin: z.enum(['upload', 'run']),
  createdAt: z.string(),
  /** Given on this computer. */
  tags: z.array(z.string()).optional(),
  /** Of its bytes in hex, where this computer has read them. */
  sha256: z.string().max(64).optional(),
});
export type FileRecord = z.infer<typeof FileRecord>;

/** What a file is wanted by: what the service holds, and what can bring it back or run with it again on this computer. */
export const FileUse = z.enum([
  'project',
  'template',
  'running',
  'history',
  'undo',
  'batch',
  'run',
  'snippet',
  'group',
]);
export type FileUse = z.infer<typeof FileUse>;

export const FileUsesQuestion = z.strictObject({
  fileIds: listUpTo(MAX_FILES, z.string().min(1).max(1000)),
});

/** Of each file that anything wants by what; null where only the service knows. */
export const FileUses = z.object({
  uses: z.array(z.object({ fileId: z.string(), by: z.array(FileUse) })).nullable(),
});

/** Files looked for at once; the rest of a larger document is asked for after these. */
export const MAX_FILES_SOUGHT = 500;

/** Files by their ids, and by their names where no id is known. */
export const FileSearch = z.strictObject({
  connectionId: z.string(),
  projectId: z.string().max(200),
  fileIds: listUpTo(MAX_FILES_SOUGHT, z.string().min(1).max(200)),
  names: listUpTo(MAX_FILES_SOUGHT, z.string().min(1).max(1000)),
});
export type FileSearch = z.infer<typeof FileSearch>;
