import { MODEL_LIMITS } from '#shared/administration/models.ts';
import { Problem } from '#service/problems/problem.ts';
import { checkProviderAddress } from '#service/rules/provider-address.ts';

/** What a provider may be called, where it may be, and what a key may look like. The command line and the app share them. */

const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_ .-]*$/u;
/** Names that objects have by themselves. */
const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);

const invalid = (field: string, message: string) => Problem.of('SETTING_INVALID', message, { field });

/** @throws Problem SETTING_INVALID */
export function checkedName(input: string): string {
  const name = input.trim().normalize('NFC');
  if (name === '') throw invalid('name', 'Give it a name.');
  if (name.length > MODEL_LIMITS.name) {
    throw invalid('name', `The name is too long. Use at most ${MODEL_LIMITS.name} characters.`);
  }
  if (NAME.test(name) && !RESERVED.has(name)) return name;
  throw invalid('name', 'Use letters, digits, spaces, points and dashes for the name.');
}

/** Paths that people copy with the address, and that are appended again. */
const CALLED_PATH = /\/(?:chat\/completions|completions|images\/generations|models)\/*$/;

/** @returns the base URL without a slash at its end. @throws Problem SETTING_INVALID */
export function checkedAddress(input: string): string {
  const typed = input.trim().replace(CALLED_PATH, '');
  if (typed === '') throw invalid('baseUrl', 'Enter the address of the service.');
  const checked = checkProviderAddress(typed);
  if (checked.ok) return checked.baseUrl;
  throw invalid('baseUrl', checked.reason);
}

/** @returns null for an empty one. @throws Problem SETTING_INVALID, without a word of the key. */
export function checkedKey(input: string | null): string | null {
  const key = (input ?? '').trim().replace(/^Bearer\s+/i, '');
  if (key === '') return null;
  if (/\s/.test(key)) {
    throw invalid(
      'key',
      'The key has a space or a line break in it. Copy it again, without anything around it.',
    );
  }
  if (key.length > MODEL_LIMITS.key) {
    throw invalid('key', `A key has at most ${MODEL_LIMITS.key} characters. Copy the key alone.`);
  }
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw invalid('key', 'The key holds a character that keys do not have. Copy it again.');
}
