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
  ['a key of a model host', 'use hf_AbCdEfGhIjKlMnOpQrStUvWxYz012345', 'use [removed]'],
  ['a key of another host', 'r8_AbCdEfGhIjKlMnOpQrStUvWxYz012345', '[removed]'],
  ['a long key of a code host', 'github_pat_11ABCDEFG0abcdefghijkl_abcdefgh', '[removed]'],
  ['a key for a while', 'ASIAABCDEFGHIJKLMNOP', '[removed]'],
  ['a token with a dot', 'ya29.a0AfH6SMBx-1234567890abcdef', '[removed]'],
  ['a JSON token', 'at-eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.sig-nature', '[removed]'],
  [
    'a name and password of a header',
    'Authorization: Basic YW5uYTpwYXNzd29yZA==',
    'Authorization: [removed]',
  ],
  [
    'a private key',
    'a\n-----BEGIN RSA PRIVATE KEY-----\nMII\n-----END RSA PRIVATE KEY-----\nb',
    'a\n[removed]\nb',
  ],
  ['a key in JSON', '{"apiKey": "abcdefgh", "seed": 4}', '{"apiKey": "[removed]", "seed": 4}'],
  ['a password of a database', 'postgres://anna:hunter2@db.example/x', 'postgres://db.example/x'],
  ['a password with its mark in it', 'git+ssh://anna:p@SECRET@x.example/a', 'git+ssh://x.example/a'],
  ['a signature without a scheme', 'x.example/a.png?sig=abcdef', 'x.example/a.png?sig=[removed]'],
  ['a path in marks', 'open "/home/anna/My pictures/cat.png"', 'open "cat.png"'],
  ['a path of Windows with spaces', 'see C:\\Users\\Anna Smith\\cat.png now', 'see cat.png now'],
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
  'Basic photography, basic lighting: a password-like sign, token of love, key: warm',
  'style: C: / D: drives, "and/or", it\'s a cat\'s life',
  'see artstation://cat or the eyJ in it',
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

test('a value whose name stands beside it, and names within values, are looked at as well', () => {
  const copy = new PortableCopy();
  const inputs = copy.inputs({
    headers: {
      type: 'json',
      value: [
        { name: 'X-Api-Key', value: 'SECRET' },
        { name: 'Accept', value: 'x' },
      ],
    },
    cookie: { type: 'string', value: 'SECRET' },
    files: { type: 'json', value: { '/home/SECRET/cat.png': 1 } },
  });
  expect(inputs).toEqual({
    headers: {
      type: 'json',
      value: [
        { name: 'X-Api-Key', value: '[removed]' },
        { name: 'Accept', value: 'x' },
      ],
    },
    cookie: { type: 'string', value: '[removed]' },
    files: { type: 'json', value: { 'cat.png': 1 } },
  });
  expect(copy.removed).toBe(3);
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
  for (const text of [
    'sk-',
    '/home/',
    'C:\\',
    'https://a?',
    '\\\\',
    'a/',
    '~/',
    'eyJ',
    'eyJ-',
    'eyJ.',
    '?sig',
    'C:\\a ',
    '"/home/',
    'Basic ',
    '-----BEGIN PRIVATE KEY-----',
    'apiKey: ',
    'ab+',
    '@:/',
  ].map(long)) {
    expect(portableText(text).length).toBeLessThanOrEqual(text.length * 5);
  }
}, 10_000);
