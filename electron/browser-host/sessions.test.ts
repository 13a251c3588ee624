import { expect, test } from 'vitest';
import { createSessions } from './sessions.ts';

test('a token has 256 bits and is good for one exchange', () => {
  const sessions = createSessions();
  const token = sessions.mintToken();
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  const bearer = sessions.exchange(token);
  expect(bearer).not.toBeNull();
  expect(bearer).not.toBe(token);
  expect(sessions.isBearer(bearer ?? '')).toBe(true);
  expect(sessions.exchange(token)).toBeNull();
});

test('a token is no bearer, and neither is nothing', () => {
  const sessions = createSessions();
  expect(sessions.isBearer(sessions.mintToken())).toBe(false);
  expect(sessions.isBearer('')).toBe(false);
});

test('tabs have a bearer each', () => {
  const sessions = createSessions();
  const first = sessions.exchange(sessions.mintToken());
  const second = sessions.exchange(sessions.mintToken());
  expect(first).not.toBe(second);
  expect(sessions.isBearer(first ?? '')).toBe(true);
  expect(sessions.isBearer(second ?? '')).toBe(true);
});

test('addresses that nobody opened run out, the oldest first', () => {
  const sessions = createSessions();
  const first = sessions.mintToken();
  const rest = Array.from({ length: 64 }, () => sessions.mintToken());
  expect(sessions.exchange(first)).toBeNull();
  expect(sessions.exchange(rest[0] ?? '')).not.toBeNull();
});
