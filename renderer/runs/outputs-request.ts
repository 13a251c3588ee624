import { createStore } from 'zustand/vanilla';

/** A run whose outputs somebody wants to see in its project, which may have to be opened first. */
export interface OutputsAsked {
  connectionId: string;
  projectId: string;
  runId: string;
}

export const outputsRequest = createStore<{ asked: OutputsAsked | null }>(() => ({ asked: null }));

export const requestOutputs = (asked: OutputsAsked): void => outputsRequest.setState({ asked });
