import { createStore } from 'zustand/vanilla';

/** A table that another page wants to be a new batch of its project. */
interface BatchTableRequest {
  connectionId: string;
  projectId: string;
  projectName: string;
  table: File;
}

export const batchTable = createStore<{ requested: BatchTableRequest | null }>(() => ({ requested: null }));
