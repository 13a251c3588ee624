import { describe, expect, test } from 'vitest';
import { DeskError } from '../desk-error.ts';
import { normalizeBaseUrl } from './base-url.ts';

describe('the address of a service', () => {
  test.each([
    ['https://service.example.com', 'https://service.example.com'],
    ['  https://service.example.com/  ', 'https://service.example.com'],
    ['https://service.example.com/api/v1', 'https://service.example.com'],
    ['https://service.example.com/api/v1/', 'https://service.example.com'],
    ['https://service.example.com/team/api/v1', 'https://service.example.com/team'],
    ['https://service.example.com:8443/team/?x=1#y', 'https://service.example.com:8443/team'],
    ['service.example.com', 'https://service.example.com'],
    ['http://127.0.0.1:8787', 'http://127.0.0.1:8787'],
    ['http://localhost:8787/api/v1', 'http://localhost:8787'],
    ['http://[::1]:8787', 'http://[::1]:8787'],
  ])('%s is stored as %s', (given, expected) => {
    expect(normalizeBaseUrl(given)).toBe(expected);
  });

  test.each([
    ['http://service.example.com', /https/],
    ['http://127.0.0.1.example.com', /https/],
    ['http://192.168.1.5:8787', /https/],
    ['https://name:secret@service.example.com', /user name and password/],
    ['ftp://service.example.com', /https/],
    ['file:///etc/passwd', /https/],
    ['https://', /web address/],
    ['not an address', /web address/],
  ])('%s is refused with a sentence', (given, sentence) => {
    expect(() => normalizeBaseUrl(given)).toThrow(sentence);
    expect(() => normalizeBaseUrl(given)).toThrow(DeskError);
  });
});
