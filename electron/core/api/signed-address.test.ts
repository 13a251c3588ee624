import { expect, test } from 'vitest';
import { checkSignedUrl } from './signed-address.ts';

test.each([
  ['https://service.example.com/x?s=1', 'https://service.example.com'],
  ['https://bucket.storage.example.com/x', 'https://service.example.com'],
  ['http://127.0.0.1:9000/x', 'http://127.0.0.1:8787'],
  ['https://10.0.0.8/x', 'https://10.0.0.8:8443'],
])('a service may send us to %s', (url, base) => {
  expect(checkSignedUrl(url, base).url.href).toBe(url);
});

test.each([
  ['http://bucket.storage.example.com/x', 'https://service.example.com'],
  ['http://127.0.0.1:8787/x', 'https://service.example.com'],
  ['https://localhost/x', 'https://service.example.com'],
  ['https://localhost./x', 'https://service.example.com'],
  ['https://app.localhost./x', 'https://service.example.com'],
  ['https://10.0.0.8/x', 'https://service.example.com'],
  ['https://2130706433/x', 'https://service.example.com'],
  ['https://100.100.100.200/x', 'https://service.example.com'],
  ['https://[::ffff:10.0.0.8]/x', 'https://service.example.com'],
  ['https://[64:ff9b::10.0.0.8]/x', 'https://service.example.com'],
  ['https://169.254.169.254/x', 'https://service.example.com'],
  ['https://[::1]/x', 'https://service.example.com'],
  ['https://[fd00::1]/x', 'https://service.example.com'],
  ['https://user:pw@bucket.example.com/x', 'https://service.example.com'],
  ['file:///etc/passwd', 'http://127.0.0.1:8787'],
  ['nonsense', 'https://service.example.com'],
])('but not to %s', (url, base) => {
  expect(() => checkSignedUrl(url, base)).toThrow(/does not trust/);
});
