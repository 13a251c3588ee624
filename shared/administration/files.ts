import { z } from 'zod';
import { PublicFileDetail } from '../api/schemas/files.ts';
import { listUpTo } from '../reading/counts.ts';

/** Files that documents name, which the API finds by their ids only. */

/** Names of one request; a longer list is asked in parts. */
const MAX_FILE_NAMES = 1000;

export const FileNames = z.object({ names: listUpTo(MAX_FILE_NAMES, z.string().min(1).max(1000)) });

/** The projects and templates that hold a file, by name; 20 of each at most. */
export const FileUsers = z.object({
  projects: listUpTo(100, z.object({ projectId: z.string(), name: z.string() })),
  templates: listUpTo(100, z.object({ templateId: z.string(), name: z.string() })),
});
export type FileUsers = z.infer<typeof FileUsers>;

/** Which of these files anything in their account refers to. */
export const FileReferences = z.object({
  files: z.array(z.object({ fileId: z.string(), by: z.array(z.enum(['project', 'template', 'running'])) })),
});

export const FileIds = z.object({ fileIds: listUpTo(MAX_FILE_NAMES, z.string().min(1).max(1000)) });

/** What the bytes of files are known by: equal of files with equal bytes. Those that are not there are left out. */
export const FileHashes = z.object({
  files: listUpTo(MAX_FILE_NAMES, z.object({ fileId: z.string(), hash: z.string().max(200) })),
});

/** Small copies of pictures that the service keeps, and makes again when they are asked for. */
export const StoredPictures = z.object({ bytes: z.number().int().min(0), files: z.number().int().min(0) });

export const NamedFiles = z.object({ files: listUpTo(MAX_FILE_NAMES, PublicFileDetail) });
