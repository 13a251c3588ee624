import type { LibraryOutput } from '#shared/desk/index.ts';
import { cutText } from '#shared/language/cut-text.ts';
import { words } from '#renderer/words/index.ts';

const t = words.appParts.copyName;

const two = (value: number): string => String(value).padStart(2, '0');

/**
 * What the copy of a project is called that shows it as a run had it: "Poster, as of 14:05", with the day when it was another.
 * A long name is cut, so that the time stays.
 */
export function copyName(
  { projectName, createdAt }: Pick<LibraryOutput, 'projectName' | 'createdAt'>,
  date: Date,
): string {
  const name = projectName === null || projectName === '' ? words.common.untitledProject : projectName;
  const at = new Date(createdAt);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  const time = `${two(at.getHours())}:${two(at.getMinutes())}`;
  return t.asOf(cutText(name, 120), at.toDateString() === date.toDateString() ? time : `${day} ${time}`);
}
