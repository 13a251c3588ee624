import { linkScheme } from '#shared/desk/places.ts';

/** The pages' own scheme and origin. The same scheme outside of the app is for links that open a project. */
export const appScheme = linkScheme;
export const appOrigin = `${appScheme}://app`;

/** Pictures, video and files: another origin than the pages', as architecture asks. */
export const mediaScheme = 'patchbay-media';
export const mediaOrigin = `${mediaScheme}://media`;

/** Whether an address is one of the app's pages. Node knows no origin for schemes of our own, so parts are compared. */
export function isAppUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return `${url.protocol}//${url.host}` === appOrigin && url.username === '' && url.password === '';
}
