import { createStore } from 'zustand/vanilla';

/**
 * Whether the desktop process answers. `lost`: its process is gone or unreachable; `ended`: it answers but no longer
 * knows this page (it was started anew). Edits made meanwhile stay in the page.
 */
export type HostState = 'connected' | 'lost' | 'ended';

export const hostState = createStore<{ state: HostState }>(() => ({ state: 'connected' }));

export const noteHostState = (state: HostState): void => {
  if (hostState.getState().state !== state) hostState.setState({ state });
};
