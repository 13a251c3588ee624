/** What a project is called until somebody gives it a name. */
export const UNTITLED = 'Untitled project';

/** Whether a name is the one that projects begin with, numbered or not. */
export const isUntitled = (name: string): boolean =>
  name.startsWith(UNTITLED) && /^( \d{1,6})?$/.test(name.slice(UNTITLED.length));

/** A name that a new project can have beside others: `Poster`, `Poster 2`, `Poster 3`. */
export function numberedName(name: string, taken: Iterable<string>): string {
  const names = new Set([...taken].map((one) => one.trim().toLowerCase()));
  if (!names.has(name.trim().toLowerCase())) return name;
  const stem = name.replace(/ \d{1,6}$/, '');
  for (let number = 2; ; number += 1) {
    const next = `${stem} ${number}`;
    if (!names.has(next.trim().toLowerCase())) return next;
  }
}
