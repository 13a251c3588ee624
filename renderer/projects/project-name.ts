import { words } from '#renderer/words/index.ts';
/** What a project is called until somebody gives it a name. */
export const UNTITLED = words.common.untitledProject;

/** Whether a name is the one that projects begin with, numbered or not. */
export const isUntitled = (name: string): boolean =>
  name.startsWith(UNTITLED) && /^( \d{1,6})?$/.test(name.slice(UNTITLED.length));
