import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { textCase } from './case.ts';

const bench = useNodeBench();
const run = (inputs: Parameters<typeof bench.run>[1]) => bench.run(textCase, inputs);

describe('case', () => {
  test.each([
    ['UPPER', 'straße naïve', 'STRASSE NAÏVE'],
    ['lower', 'ÀB C', 'àb c'],
    ['Title', "the quick fox's élan", "The Quick Fox's Élan"],
    ['Sentence', 'HELLO THERE. how ARE you?', 'Hello there. How are you?'],
    ['camelCase', 'Hello big world 2', 'helloBigWorld2'],
    ['snake_case', 'myHTTPServer name', 'my_http_server_name'],
    ['kebab-case', 'Crème Brûlée (large)', 'crème-brûlée-large'],
  ])('%s', async (wanted, text, expected) => {
    expect((await run({ text, case: wanted }))['text']).toBe(expected);
  });

  test('names the choices when it does not know one', async () => {
    await expect(run({ text: 'x', case: 'LOUD' })).rejects.toThrow('Case must be one of UPPER, lower');
  });
});
