import { words } from '#renderer/words/index.ts';

const t = words.desk.pageTitle;
/** The title of the tab and of the desktop window: what goes on, then the page. */

let page = '';
let progress: string | null = null;

function write(): void {
  const text = progress === null ? page : `${progress} · ${page}`;
  document.title = page === '' ? 'Patchbay' : t.patchbay(text);
  // The desktop adds the name of the app itself.
  void window.patchbay?.setTitle(text.slice(0, 200));
}

/** @param name of the page or project, without the name of the app. */
export function setPageTitle(name: string): void {
  page = name;
  write();
}

/** @param text how far what goes on is; null while nothing does. */
export function setTitleProgress(text: string | null): void {
  if (text === progress) return;
  progress = text;
  if (page !== '') write();
}
