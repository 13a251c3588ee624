import { createStore } from 'zustand/vanilla';
import type { ProjectVersion } from '#shared/desk/index.ts';

/** A version of a graph that another page wants to be compared or brought back. */
interface VersionActionRequest {
  connectionId: string;
  projectId: string;
  version: ProjectVersion;
  kind: 'compare' | 'restore';
}

export const versionRequest = createStore<{ requested: VersionActionRequest | null }>(() => ({
  requested: null,
}));
