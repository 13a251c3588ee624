import { createContext, type ReactNode } from 'react';

/** Another file that what made a picture has made. */
interface ShotTake {
  fileId: string;
  filename: string;
  runId: string;
  nodeId: string | null;
}

/** The file of a shot, and what puts another take in its place. */
export interface ShotOrigin {
  fileId: string;
  swap: (variant: ShotTake) => void;
}

/** Shows what made the file of a shot, and its other takes; null where nobody knows. Who composes the pages provides it. */
export const ShotOriginContext = createContext<((origin: ShotOrigin) => ReactNode) | null>(null);
