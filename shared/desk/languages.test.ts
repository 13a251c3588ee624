import { expect, test } from 'vitest';
import { acceptedLanguages, languageOf, settleLocale } from './languages.ts';
import { SettingsChange } from './schemas.ts';

const both = ['en', 'de'] as const;

test('the language is the first that the person reads and the pages have', () => {
  expect(settleLocale('system', ['fr-FR', 'de-CH', 'en-GB'], both)).toBe('de-CH');
  expect(settleLocale('system', ['en-GB', 'de-CH'], both)).toBe('en-GB');
  expect(settleLocale('system', ['fr', 'pt-BR'], both)).toBe('en');
  expect(settleLocale('system', [], both)).toBe('en');
  // `den` is a language of its own.
  expect(settleLocale('system', ['den', 'de'], both)).toBe('de');
});

test('what was chosen in the settings counts, in the person’s own variety', () => {
  expect(settleLocale('en', ['de-CH', 'en-GB', 'en'], both)).toBe('en-GB');
  expect(settleLocale('de', ['en-US'], both)).toBe('de');
  expect(settleLocale('de', ['en-US', 'de-AT'], both)).toBe('de-AT');
});

test('a language without all of its texts is neither chosen nor taken from the system', () => {
  expect(settleLocale('de', ['de-CH', 'en-GB'], ['en'])).toBe('en-GB');
  expect(settleLocale('system', ['de-CH'], ['en'])).toBe('en');
});

test('tags that are none are passed over, and none of them gets into the page', () => {
  expect(settleLocale('system', ['en-US@posix', 'en-GB'], both)).toBe('en-GB');
  expect(settleLocale('system', ['en-US@posix'], both)).toBe('en');
  expect(settleLocale('system', ['de"><script>', '', '*', 'DE-ch'], both)).toBe('de-CH');
});

test('an unknown language is English', () => {
  expect(['de', 'de-CH', 'en-GB', 'fr', '', 'den'].map(languageOf)).toEqual([
    'de',
    'de',
    'en',
    'en',
    'en',
    'en',
  ]);
  expect(SettingsChange.safeParse({ language: 'fr' }).success).toBe(false);
});

test('the languages of a browser are read from its header, best first', () => {
  expect(acceptedLanguages('en;q=0.5, de-CH, de;q=0.9, *;q=0.1, fr;q=0')).toEqual(['de-CH', 'de', 'en']);
  expect(acceptedLanguages(null)).toEqual([]);
  expect(acceptedLanguages(';;,,q=,en;q=x')).toEqual(['q=']);
});
