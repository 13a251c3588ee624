import { expect, it } from 'vitest';
import { settleWords } from '#renderer/words/settle.ts';

// Runs in a process of its own: the language is settled once, before the texts are loaded.
it('reads and writes numbers in fields with the comma of the language', async () => {
  await settleWords('de-DE');
  const { validateNumberText, readNumberText } = await import('#renderer/ui/number-text.ts');
  const { limitsOf } = await import('#renderer/model/number-limits.ts');
  const { fieldNumber } = await import('#renderer/words/index.ts');
  const { readList } = await import('./axis-list.ts');

  expect([0.5, -1234.25, 1200, 1e21].map(fieldNumber)).toEqual(['0,5', '-1234,25', '1200', '1e+21']);
  const values = ['0,5', '1,024', '0.5', '1.024,5', '1.024.000'].map((text) => readNumberText(text));
  expect(values.map((read) => (read.kind === 'number' ? read.value : read.kind))).toEqual([
    0.5, 1.024, 0.5, 1024.5, 1_024_000,
  ]);
  // What a field shows is read back as what it was.
  for (const value of [0.125, 1.024, 999.999, 0.000001, 12345.6]) {
    expect(readNumberText(fieldNumber(value))).toEqual({ kind: 'number', value });
  }
  expect(readNumberText('1.024')).toEqual({
    kind: 'refused',
    reason: '„1.024“ kann zweierlei bedeuten. 1024 eingeben oder 1,024 mit einem Komma.',
  });
  expect(readNumberText('1.024', { integer: true })).toEqual({ kind: 'number', value: 1024 });
  expect(validateNumberText('0,25', { min: 0.5 }, true).rejection).toBe('0,25 ist zu klein: 0,5 oder mehr.');
  expect(limitsOf({ min: 0.5, max: 2.5, step: 0.1 })).toBe('0,5 bis 2,5, in Schritten von 0,1');
  // A cell of a table is as likely written by a program.
  expect(readNumberText('1.024', { isCell: true })).toEqual({ kind: 'number', value: 1.024 });

  const labels = (text: string) => {
    const read = readList(text, { base: 'number' });
    return read.ok ? read.values.map(({ label }) => label) : read.error;
  };
  expect(labels('0,5')).toEqual(['0,5']);
  expect(labels('0,5, 1, 1,5')).toEqual(['0,5', '1', '1,5']);
  expect(labels('0,5; 1')).toEqual(['0,5', '1']);
});
