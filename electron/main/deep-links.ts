import { appScheme } from './origins.ts';

/**
 * The place in the app that a link from outside names: `patchbay://project/prj_123` → `/projects/prj_123`.
 * Anyone can write such a link, so it only shows something; it never changes or starts anything.
 * @returns null for every other address.
 */
export function placeOfDeepLink(text: string): string | null {
  const match = new RegExp(`^${appScheme}://project/([A-Za-z0-9_-]{1,128})/?$`).exec(text);
  return match?.[1] === undefined ? null : `/projects/${match[1]}`;
}

/** The first such link among a program's arguments. */
export function deepLinkIn(args: readonly string[]): string | null {
  for (const arg of args) {
    const place = placeOfDeepLink(arg);
    if (place !== null) return place;
  }
  return null;
}
