import { createStore } from 'zustand/vanilla';

/** The project that was open before a page of the app, as its bar names it. */
interface LastProject {
  /** Of the page of the project that was shown: graph, timeline, … */
  path: string;
  name: string;
}

const store = createStore<{ project: LastProject | null }>(() => ({ project: null }));

export const lastProject = store;

/** An open project is shown, or called something else. */
export const noteProject = (project: LastProject): void => store.setState({ project });

/** The list of projects is shown: the one that was open was left on purpose, or deleted. */
export const clearProject = (): void => store.setState({ project: null });
