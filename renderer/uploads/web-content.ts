import { MAX_WEB_PICTURE_BYTES } from '#shared/desk/index.ts';
import { extensionOfType, typeOfName } from '#shared/http/content-types.ts';

/** What a web page puts on a drag or on the clipboard. */
export type WebContent =
  | { kind: 'words'; text: string }
  /** A picture at an address, or one that its address holds (`data:`). */
  | { kind: 'picture'; url: string; name: string };

/** Types that a drag from a web page has. */
const WEB_TYPES = ['text/uri-list', 'text/html', 'text/plain'];
/** So much of the markup is looked at; a picture alone takes a few hundred characters, if it does not hold its bytes. */
const MAX_MARKUP = Math.ceil((MAX_WEB_PICTURE_BYTES * 4) / 3) + 4096;
const ADDRESS = /^https?:\/\/[^?#]+/i;
const isPictureAddress = (url: string): boolean =>
  typeOfName(ADDRESS.exec(url)?.[0] ?? '').startsWith('image/');

/** Whether a drag may carry words, a link or a picture of a web page. It tells no more while it is held over a place. */
export const mayBeWebContent = ({ types }: Pick<DataTransfer, 'types'>): boolean =>
  WEB_TYPES.some((type) => types.includes(type));

/** The same for places that take media alone: words without markup or address are no picture. */
export const mayBeWebPicture = ({ types }: Pick<DataTransfer, 'types'>): boolean =>
  types.includes('text/uri-list') || types.includes('text/html');

/** The first address of a list of them; lines with # are comments. */
const firstAddress = (list: string): string =>
  list
    .split(/\r?\n/)
    .find((line) => line !== '' && !line.startsWith('#'))
    ?.trim() ?? '';

interface Markup {
  words: string;
  /** Address of its only picture. */
  picture: string | null;
}

/** Scripts of the markup do not run and none of its addresses is fetched: it is of no page. */
function readMarkup(html: string): Markup {
  if (html === '' || html.length > MAX_MARKUP) return { words: '', picture: null };
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const [picture, ...remaining] = body.querySelectorAll('img');
  for (const hiddenElement of body.querySelectorAll('style,script')) hiddenElement.remove();
  return {
    words: body.textContent.trim(),
    picture: picture && remaining.length === 0 ? picture.getAttribute('src') : null,
  };
}

/** What was dropped of a web page; null where there is nothing of it. To be called in the event itself. */
export function readWebContent(transfer: Pick<DataTransfer, 'getData'>): WebContent | null {
  const { words, picture } = readMarkup(transfer.getData('text/html'));
  const address = firstAddress(transfer.getData('text/uri-list'));
  const text = transfer.getData('text/plain');
  const url = words === '' && picture !== null ? absolute(picture, address) : address;
  const isPicture =
    (words === '' && picture !== null) || isPictureAddress(url) || url.startsWith('data:image/');
  if (url !== '' && isPicture) return { kind: 'picture', url, name: nameOf(url) };
  const resolvedText = text.trim() === '' ? url || words : text;
  return resolvedText.trim() === '' ? null : { kind: 'words', text: resolvedText.replaceAll(/\r\n?/g, '\n') };
}

const absolute = (picture: string, address: string): string =>
  /^[a-z][a-z\d+.-]*:/i.test(picture) ? picture : address || picture;

/** The name of a file for what lies at an address. */
function nameOf(url: string): string {
  if (!URL.canParse(url) || url.startsWith('data:')) return 'picture';
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last) || 'picture';
  } catch {
    return last;
  }
}

/**
 * Whether pictures on the clipboard are only how its words look, as spreadsheets and text programs add them; a picture that was
 * copied from a page has markup, and no words in it.
 */
export function isPictureOfWords(data: Pick<DataTransfer, 'files' | 'getData'>): boolean {
  return (
    data.files.length > 0 &&
    [...data.files].every(({ type }) => type.startsWith('image/')) &&
    data.getData('text/plain').trim() !== '' &&
    readMarkup(data.getData('text/html')).words !== ''
  );
}

/** The picture that a `data:` address holds; null where it holds none. */
export function pictureInAddress(url: string, name: string): File | null {
  const [, type, base64, data] = /^data:(image\/[\w.+-]+)(?:;[\w=-]+)*?(;base64)?,(.*)$/is.exec(url) ?? [];
  if (type === undefined || data === undefined || data.length > MAX_MARKUP) return null;
  try {
    const text = decodeURIComponent(data);
    const bytes =
      base64 === undefined
        ? new TextEncoder().encode(text)
        : Uint8Array.from(atob(text), (character) => character.codePointAt(0) ?? 0);
    return bytes.length === 0 ? null : new File([bytes], withExtension(name, type), { type });
  } catch {
    return null;
  }
}

/** A name that says what the file is. @param type of its content */
export const withExtension = (name: string, type: string): string =>
  /\.[a-z0-9]{2,5}$/i.test(name) ? name : `${name}.${extensionOfType(type) ?? 'img'}`;
