// @module-tag long
import { expect, test } from 'vitest';
import {
  isPictureOfWords,
  mayBeWebContent,
  pictureInAddress,
  readWebContent,
  withExtension,
} from './web-content.ts';

const transfer = (types: Record<string, string>) => ({
  getData: (type: string) => types[type] ?? '',
  types: Object.keys(types),
});
const PIXEL = 'data:image/png;base64,iVBORw0KGgo=';

test.each([
  [
    'marked words',
    { 'text/plain': 'Two lines\r\nof it', 'text/html': '<p>Two lines<br>of it</p>' },
    'Two lines\nof it',
  ],
  [
    'a link',
    {
      'text/uri-list': '# a page\r\nhttps://example.com/page',
      'text/plain': 'https://example.com/page',
      'text/html': '<a href="https://example.com/page">A page</a>',
    },
    'https://example.com/page',
  ],
  ['an address alone', { 'text/uri-list': 'https://example.com/page' }, 'https://example.com/page'],
  [
    'words with a picture in them',
    { 'text/plain': 'A cat', 'text/html': '<p>A cat <img src="https://example.com/cat.png"></p>' },
    'A cat',
  ],
])('%s are words', (_what, types, text) => {
  expect(mayBeWebContent(transfer(types))).toBe(true);
  expect(readWebContent(transfer(types))).toEqual({ kind: 'words', text });
});

test.each([
  [
    'a picture',
    {
      'text/uri-list': 'https://example.com/cat%20one.png?w=2',
      'text/plain': 'https://example.com/cat%20one.png?w=2',
      'text/html': '<meta charset="utf-8"><img src="https://example.com/cat%20one.png?w=2" alt="A cat">',
    },
    { url: 'https://example.com/cat%20one.png?w=2', name: 'cat one.png' },
  ],
  [
    'a picture that is a link',
    {
      'text/uri-list': 'https://example.com/page',
      'text/html': '<a href="https://example.com/page"><img src="https://example.com/cat.webp"></a>',
    },
    { url: 'https://example.com/cat.webp', name: 'cat.webp' },
  ],
  [
    'a picture in its address',
    { 'text/uri-list': PIXEL, 'text/html': `<img src="${PIXEL}">` },
    { url: PIXEL, name: 'picture' },
  ],
  [
    'a link to a picture',
    { 'text/uri-list': 'https://example.com/a.JPG#x' },
    { url: 'https://example.com/a.JPG#x', name: 'a.JPG' },
  ],
  [
    'a link to a photo by another ending',
    { 'text/uri-list': 'https://example.com/a.jfif?w=1' },
    { url: 'https://example.com/a.jfif?w=1', name: 'a.jfif' },
  ],
  [
    'a picture without a whole address of its own',
    { 'text/uri-list': 'https://example.com/image?id=1', 'text/html': '<img src="/image?id=1">' },
    { url: 'https://example.com/image?id=1', name: 'image' },
  ],
])('%s is a picture', (_what, types, picture) => {
  expect(readWebContent(transfer(types))).toEqual({ kind: 'picture', ...picture });
});

test('nothing is nothing', () => {
  expect(readWebContent(transfer({ 'text/plain': ' ' }))).toBeNull();
  expect(mayBeWebContent({ types: ['application/x-other'] })).toBe(false);
});

const copied = (types: Record<string, string>, files: File[]) => ({
  ...transfer(types),
  files: files as unknown as FileList,
});
const picture = new File(['x'], 'image.png', { type: 'image/png' });
const TABLE = '<table><tr><td>1</td><td>2</td></tr></table>';

test.each([
  ['cells of a spreadsheet', copied({ 'text/plain': '1\t2', 'text/html': TABLE }, [picture]), true],
  [
    'words of a text program',
    copied({ 'text/plain': 'words', 'text/html': '<p>words</p>' }, [picture]),
    true,
  ],
  ['a picture of a page', copied({ 'text/html': '<img src="https://example.com/a.png">' }, [picture]), false],
  [
    'a picture of a page with its address as words',
    copied(
      { 'text/plain': 'https://example.com/a.png', 'text/html': '<img src="https://example.com/a.png">' },
      [picture],
    ),
    false,
  ],
  ['a picture alone', copied({}, [picture]), false],
  ['a copied file with its name', copied({ 'text/plain': 'image.png' }, [picture]), false],
  [
    'a film with words',
    copied({ 'text/plain': 'a', 'text/html': '<p>a</p>' }, [new File(['x'], 'a.mp4', { type: 'video/mp4' })]),
    false,
  ],
  ['words without a picture', copied({ 'text/plain': 'a', 'text/html': '<p>a</p>' }, []), false],
])('of %s the picture is only how the words look: %#', (_what, data, expected) => {
  expect(isPictureOfWords(data)).toBe(expected);
});

test('a picture in an address is a file with a name that says what it is', async () => {
  const file = pictureInAddress(PIXEL, 'picture');
  expect(file).toMatchObject({ name: 'picture.png', type: 'image/png', size: 8 });
  const drawing = pictureInAddress('data:image/svg+xml;charset=utf-8,%3Csvg/%3E', 'picture');
  expect(drawing).toMatchObject({ name: 'picture.svg', type: 'image/svg+xml' });
  expect(await drawing?.text()).toBe('<svg/>');
  for (const url of [
    'data:text/html,<p>',
    'data:image/png;base64,???',
    'data:image/png;base64,',
    'https://example.com/a.png',
  ])
    expect(pictureInAddress(url, 'x')).toBeNull();
  expect(withExtension('cat.png', 'image/webp')).toBe('cat.png');
});
