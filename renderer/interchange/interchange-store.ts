import { createStore } from 'zustand/vanilla';
import type { PublicTimelineOtioImportResponse } from '#shared/api/index.ts';

/** A file that was read and not stored, kept as long as the window is open. */
interface LookedAt {
  connectionId: string;
  file: File;
  response: PublicTimelineOtioImportResponse;
}

interface InterchangeState {
  /** The import dialog, with the file it begins with when one was dropped. */
  importing: { file: File | null } | null;
  exporting: boolean;
  lookedAt: LookedAt | null;
}

export const interchange = createStore<InterchangeState>(() => ({
  importing: null,
  exporting: false,
  lookedAt: null,
}));

/** Opens the import dialog. */
export const askForImport = (file: File | null = null): void => interchange.setState({ importing: { file } });
