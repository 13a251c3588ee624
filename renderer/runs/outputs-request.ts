import { createStore } from 'zustand/vanilla';

/** A run whose outputs somebody wants to see in its project, which may have to be opened first. */
export interface OutputsRequest {
  connectionId: string;
  projectId: string;
  runId: string;
}

export const outputsRequest = createStore<{ requested: OutputsRequest | null }>(() => ({ requested: null }));

export const requestOutputs = (request: OutputsRequest): void =>
  outputsRequest.setState({ requested: request });
