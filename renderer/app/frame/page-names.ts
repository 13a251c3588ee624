import { words } from '#renderer/words/index.ts';

const t = words.appFrame.appFrame;
const r = words.appFrame.routes;

/** What the pages beside the sidebar are called, by their address. */
const NAMES = {
  '/': t.projects,
  '/gallery': t.gallery,
  '/templates': t.templates,
  '/batches': t.batches,
  '/queue': t.queue,
  '/models': t.models,
  '/connections': words.common.connections,
  '/shortcuts': r.keyboardShortcuts,
  '/settings': t.settings,
  '/help': t.help,
  '/look': r.timelineFile,
} as const;

const isPage = (path: string): path is keyof typeof NAMES => Object.hasOwn(NAMES, path);

/** @returns what the page at an address is called, that of a template or batch as its list; undefined for any other. */
export function pageName(location: string): string | undefined {
  const [, first = ''] = location.split('/');
  const path = `/${first}`;
  return isPage(path) ? NAMES[path] : undefined;
}
