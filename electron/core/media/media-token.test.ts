import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createMediaTokens } from './media-token.ts';

const ITEM = {
  connectionId: 'local',
  source: { kind: 'file', fileId: 'file_1.png' },
  variant: 'original',
} as const;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

test('a token has one spelling', () => {
  const tokens = createMediaTokens(randomBytes(32));
  const token = tokens.sign(ITEM);
  expect(tokens.verify(token)).toEqual(ITEM);
  const others = [
    ...Array.from(ALPHABET, (last) => token.slice(0, -1) + last),
    `${token}=`,
    `${token}==`,
    `${token} `,
    `${token}.`,
    token.replaceAll('-', '+'),
    token.replaceAll('_', '/'),
    token.replace('.', '=.'),
  ].filter((other) => other !== token);
  expect(others.filter((other) => tokens.verify(other) !== null)).toEqual([]);
});
