import { createStore } from 'zustand/vanilla';
import type { GraphVersion } from '#shared/desk/index.ts';

/** What the export dialog is about. */
export interface ExportRequest {
  connectionId: string;
  projectId: string;
  /** A version of the history; the project as it is when null. */
  version: Pick<GraphVersion, 'id' | 'name' | 'version' | 'nodeCount'> | null;
  /** Saves what is on screen, so that the file holds it. */
  saveFirst: (() => Promise<unknown>) | null;
}

interface ProjectFilesState {
  exporting: ExportRequest | null;
  /** The import dialog, with the file it begins with when one was dropped. */
  importing: { file: File | null } | null;
}

export const projectFiles = createStore<ProjectFilesState>(() => ({ exporting: null, importing: null }));

/** Opens the export dialog. */
export const requestProjectExport = (request: ExportRequest): void =>
  projectFiles.setState({ exporting: request });

/** Opens the import dialog. */
export const requestProjectImport = (file: File | null = null): void =>
  projectFiles.setState({ importing: { file } });
