import { expect, it } from 'vitest';
import { settleWords } from '#renderer/words/settle.ts';

// Runs in a process of its own: the language is settled once, before the texts are loaded.
it('what a service and the desktop process say in English is shown in German', async () => {
  await settleWords('de-DE');
  const { keyLocationText, testMessage } = await import('./key-place.ts');
  const { formatRelativeTime } = await import('#renderer/ui/format.ts');
  const refused =
    'The service did not accept the key. It may be mistyped, expired or revoked: enter a key that is valid.';
  expect(testMessage({ message: refused })).toMatch(/^Der Dienst hat den Schlüssel nicht angenommen\./);
  expect(testMessage({ message: 'Connected. The key works.' })).toBe(
    'Verbunden. Der Schlüssel funktioniert.',
  );
  expect(
    keyLocationText({ keyPlace: { kind: 'file', reason: 'no secret service runs in this session' } }),
  ).toMatch(/: in dieser Sitzung läuft kein Dienst für Schlüssel\.$/);
  // “vor 3 m” would be meters.
  expect(formatRelativeTime(0, 180_000, true)).toBe('vor 3 Min.');
});
