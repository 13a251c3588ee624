import { words } from '#renderer/words/index.ts';
import { pageAt, pages } from './pages.tsx';

/** The preview of a timeline file has no sidebar. */
export const PREVIEW_PATH = '/look';

/** @returns what the page at an address is called, that of a template or batch as its list; undefined for any other. */
export function pageName(location: string): string | undefined {
  if (location === PREVIEW_PATH) return words.appFrame.routes.timelineFile;
  const id = pageAt(location);
  return id === null ? undefined : (pages[id].windowTitle ?? pages[id].title);
}
