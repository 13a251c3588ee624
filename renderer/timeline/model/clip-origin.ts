import { createContext, type ReactNode } from 'react';
import type { FileRecord } from '#shared/desk/index.ts';
import type { TimelineClip } from '#shared/timeline/document.ts';

/** A clip whose medium is asked about. */
export interface ClipOrigin {
  clip: TimelineClip;
  file: FileRecord;
  /** What a person asked for from the menu of the clip; `onRequestHandled` is called once it is done. */
  requested: 'again' | 'takes' | null;
  onRequestHandled: () => void;
  /** Puts another file of the library in its place, as one step; null where nothing may be changed. */
  swap: ((file: { filename: string; fileId: string }) => void) | null;
}

/** What there is to say of how a clip's medium was made, given by who composes the pages. */
export const ClipOriginContext = createContext<(origin: ClipOrigin) => ReactNode>(() => null);
