import { describe, expect, test } from 'vitest';
import { ValidationProblem } from '#service/problems/validation-problem.ts';
import { readForm } from './form.ts';

const read = (entries: readonly (readonly [string, string])[]) => {
  const body = new FormData();
  for (const [name, value] of entries) body.append(name, value);
  const request = new Request('http://localhost/', { method: 'POST', body });
  return readForm(request, async ({ stream }) => void stream.resume(), { fileBytes: 1000 });
};

describe('a form', () => {
  test('with as many and as long fields as it may have is read whole', async () => {
    const entries = Array.from({ length: 100 }, (_, i) => [`field${i}`, 'x'.repeat(i)] as const);
    expect((await read(entries)).fields).toEqual(Object.fromEntries(entries));
    expect((await read([['text', 'x'.repeat(64 * 1024 - 1)]])).fields['text']).toHaveLength(64 * 1024 - 1);
  });

  test.each([
    ['fields', Array.from({ length: 101 }, (_, i) => [`field${i}`, 'x'] as const), 'may hold 100 fields'],
    ['text', [['text', 'x'.repeat(64 * 1024 + 1)] as const], 'text of a field may hold 65536 bytes'],
    ['a name', [['n'.repeat(201), 'x'] as const], 'name of a field may hold 200 bytes'],
  ])('with more %s is refused, and nothing of it is cut off in silence', async (_name, entries, sentence) => {
    const refused = await read(entries).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ValidationProblem);
    expect((refused as ValidationProblem).message).toContain(sentence);
  });
});
