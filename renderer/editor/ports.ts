import type { ApiClient } from '#shared/api/index.ts';
import type {
  FileRecord,
  JournalEntry,
  JournalInFlight,
  JournalState,
  MediaRequest,
  MediaAnswer,
  Settings,
  Upload,
} from '#shared/desk/index.ts';
import type { Graph } from '#shared/graph/types.ts';
import type { z } from 'zod';
import type { UploadPorts } from '#renderer/uploads/index.ts';

/** What the editor needs from the world, as functions, so that it can be played without one. */

/** The journal of one project, as one window writes it. Each call resolves when the change is on disk. */
export interface JournalPort {
  /** What windows that are gone left; from now on it is this window's to save. */
  claim(): Promise<JournalState>;
  append(entries: JournalEntry[]): Promise<void>;
  sending(inFlight: JournalInFlight): Promise<void>;
  acknowledge(entryIds: string[]): Promise<void>;
  /** Puts entries in the place of those named, in one step. */
  replace(change: { replaced: string[]; entries: JournalEntry[] }): Promise<void>;
  /** The window closes the project: what it still has in the journal is for the next to claim. */
  leave(): void;
}

export type MediaItem = z.infer<typeof MediaRequest>['items'][number];
export type MediaUrl = z.infer<typeof MediaAnswer>['urls'][number];

/** What the desktop process offers the editor, bound to one connection and project. */
export interface EditorPorts extends UploadPorts {
  connectionId: string;
  projectId: string;
  api: ApiClient;
  journal: JournalPort;
  /** Names of the patch operations the server's OpenAPI schema lists; null when it could not be read. */
  supportedOperations(): Promise<readonly string[] | null>;
  mediaUrls(items: MediaItem[]): Promise<MediaUrl[]>;
  listFiles(): Promise<FileRecord[]>;
  listUploads(): Promise<Upload[]>;
  settings(): Promise<Settings>;
  /** Keeps a state of the project, made on `version`, in the local history. */
  keepVersion?(state: { version: number; graph: Graph }): Promise<void>;
}
