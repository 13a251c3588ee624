import { createStore } from 'zustand/vanilla';
import type { PublicTimelineOtioImportResponse } from '#shared/api/index.ts';
import type { ImportSource } from './otio-folder.ts';

/** A file that was read and not stored, kept as long as the window is open. */
interface TimelinePreview {
  connectionId: string;
  file: ImportSource;
  response: PublicTimelineOtioImportResponse;
}

interface InterchangeState {
  /** The import dialog, with the file it begins with when one was dropped. */
  importing: { file: ImportSource | null } | null;
  exporting: boolean;
  previewed: TimelinePreview | null;
}

export const interchange = createStore<InterchangeState>(() => ({
  importing: null,
  exporting: false,
  previewed: null,
}));

/** Opens the import dialog. */
export const openImport = (file: ImportSource | null = null): void =>
  interchange.setState({ importing: { file } });
