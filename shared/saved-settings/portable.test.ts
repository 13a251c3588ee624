import { expect, test } from 'vitest';
import * as fc from '../testing/property.ts';
import { PortableCopy, portableText } from './portable.ts';

test.each([
  ['a key', 'use sk-proj-4f9aK2mQ8xWv7Tn3Lp0Z here', 'use [removed] here'],
  ['a key of this app', 'pb_9aK2mQ8xWv7Tn3Lp0Z', '[removed]'],
  ['a bearer', 'Authorization: Bearer abcdef0123456789', 'Authorization: [removed]'],
  ['a path of this computer', '/home/anna/My pictures/cat.png', 'cat.png'],
  ['a path within a text', 'see /Users/anna/work/cat.png, please', 'see cat.png, please'],
  ['a path of Windows', 'C:\\Users\\Anna\\cat.png', 'cat.png'],
  ['a file address', 'file:///home/anna/cat.png', 'cat.png'],
  [
    'a signed address',
    'https://files.example/cat.png?X-Amz-Expires=60&X-Amz-Signature=abc',
    'https://files.example/cat.png',
  ],
  ['a name and password', 'https://anna:pw@files.example/cat.png', 'https://files.example/cat.png'],
  ['an address of this computer', 'http://127.0.0.1:41233/media/abc.def', '[removed]'],
])('%s does not leave this computer', (_what, text, clean) => {
  expect(portableText(text)).toBe(clean);
});

test.each([
  'A cat/dog on a skateboard-in-the-park-at-night, 50 / 50, 16:9',
  'https://example.com/search?q=cat&page=2#top',
  'and/or, w/o, 3/home runs, key_light from the left',
  'file_01hzy3v8m2k5q7w9x0c4d6f8ga.png',
  'keyboard_warriors_of_the_north',
])('a prompt stays as it is: %s', (text) => {
  expect(portableText(text)).toBe(text);
});

test('an input that is called a key holds nothing any more, and what was changed is counted', () => {
  const copy = new PortableCopy();
  const graph = copy.graph({
    nodes: [
      {
        id: 'sk-4f9aK2mQ8xWv7Tn3Lp0Z',
        type: 'text/x',
        title: 'Mine /home/anna/x.txt',
        inputs: {
          apiKey: { type: 'string', value: 'anything' },
          max_tokens: { type: 'number', value: 40 },
          body: { type: 'json', value: { headers: { authorization: 'a b' }, deep: ['/tmp/a/b.png'] } },
          prompt: { type: 'string', value: 'a cat' },
        },
      },
    ],
    connections: [],
  });
  expect(graph.nodes[0]).toEqual({
    id: 'sk-4f9aK2mQ8xWv7Tn3Lp0Z',
    type: 'text/x',
    title: 'Mine x.txt',
    inputs: {
      apiKey: { type: 'string', value: '[removed]' },
      max_tokens: { type: 'number', value: 40 },
      body: { type: 'json', value: { headers: { authorization: '[removed]' }, deep: ['b.png'] } },
      prompt: { type: 'string', value: 'a cat' },
    },
  });
  expect(copy.removed).toBe(4);
});

test('wherever a key, a signature or a home folder stands in a text, none of it is left', () => {
  const secret = fc.constantFrom(
    'sk-live-abcdef0123456789XYZ',
    'https://x.example/a?sig=SECRETsecret123',
    '/home/SECRETperson/pictures/x.png',
    'https://me:SECRETsecret123@x.example/a',
  );
  fc.assert(
    fc.property(fc.lorem(), secret, fc.lorem(), fc.constantFrom(' ', '\n', '"', ' ('), (a, s, b, gap) => {
      const clean = portableText(`${a}${gap}${s}${gap.trim() === '' ? gap : ' '}${b}`);
      expect(clean).not.toMatch(/SECRET|abcdef0123456789/);
      expect(clean.startsWith(a)).toBe(true);
      expect(clean.endsWith(b)).toBe(true);
    }),
  );
});

test('texts that are long and nearly a key, an address or a path take no long time', () => {
  const long = (part: string) => part.repeat(200_000 / part.length);
  for (const text of ['sk-', '/home/', 'C:\\', 'https://a?', '\\\\', 'a/', '~/', 'eyJ', '?sig', '@:/'].map(
    long,
  )) {
    expect(portableText(text).length).toBeLessThanOrEqual(text.length * 5);
  }
}, 10_000);
