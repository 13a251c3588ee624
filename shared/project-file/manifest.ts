import { z } from 'zod';
import { listUpTo } from '../reading/index.ts';

/**
 * A project as a file: a ZIP that ends in `.patchbay`, with `manifest.json`, the documents, and the media that it was
 * asked to hold. It never holds keys or signed addresses.
 */

export const PROJECT_FILE_FORMAT = 'patchbay-project';
export const PROJECT_FILE_VERSION = 1;
export const PROJECT_FILE_ENDING = '.patchbay';
export const PROJECT_FILE_TYPE = 'application/vnd.patchbay.project+zip';

export const projectFileMembers = {
  manifest: 'manifest.json',
  document: 'document.json',
  storyboard: 'storyboard.json',
  timeline: 'timeline.json',
} as const;

/** A medium that the documents refer to. */
export const ProjectFileMedium = z.object({
  /** Its id at the service it came from: what the documents in the file call it. */
  fileId: z.string().min(1).max(300),
  filename: z.string().min(1).max(255),
  contentType: z.string().max(200),
  sizeBytes: z.int().min(0),
  /** Hex, and the name of its member (`media/{sha256}`); null when the bytes are not in the file. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
});
export type ProjectFileMedium = z.infer<typeof ProjectFileMedium>;

export const ProjectFileManifest = z.object({
  format: z.literal(PROJECT_FILE_FORMAT),
  formatVersion: z.int().min(1),
  name: z.string().min(1).max(500),
  exportedAt: z.string(),
  /** The program's version that wrote it. */
  writtenBy: z.string().max(100),
  media: listUpTo(10_000, ProjectFileMedium),
});
export type ProjectFileManifest = z.infer<typeof ProjectFileManifest>;

export const mediumMember = (sha256: string): string => `media/${sha256}`;

/** `My project` → `My project.patchbay`, without what file systems refuse. */
export const projectFileName = (name: string): string =>
  `${
    name
      .replace(/[\p{Cc}/\\:*?"<>|]+/gu, ' ')
      .replace(/^\.+/, '')
      .trim()
      .slice(0, 100) || 'project'
  }${PROJECT_FILE_ENDING}`;

export const isProjectFileName = (name: string): boolean => name.toLowerCase().endsWith(PROJECT_FILE_ENDING);
