import { expect, it } from 'vitest';
import { keyLocationText } from './key-place.ts';

it('says plainly where keys are stored, and why not in a keyring', () => {
  const text = (keyPlace: Parameters<typeof keyLocationText>[0]) => keyLocationText(keyPlace);
  expect(text({ keyPlace: { kind: 'keyring', reason: null } })).toBe(
    'Keys of hosted services are stored in the system’s keyring.',
  );
  expect(text({ keyPlace: { kind: 'file', reason: 'it is locked' } })).toBe(
    'Keys of hosted services are stored in a file only you can read, because this system offers no keyring: it is locked.',
  );
  expect(text({ keyPlace: { kind: 'memory', reason: null } })).toContain('asked for again at the next start');
  expect(text(undefined)).toContain('or in a file only you can read where the system offers none');
});
