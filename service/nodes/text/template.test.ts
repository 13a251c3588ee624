import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { textTemplate } from './template.ts';

const bench = useNodeBench();
const run = (inputs: Parameters<typeof bench.run>[1]) => bench.run(textTemplate, inputs);

describe('template', () => {
  test('fills in the inputs by name', async () => {
    const { text } = await run({ template: 'Dear {{a}}, {{ b }}, {{c}}{{d}}.', a: 'Ada', b: 7, c: true });
    expect(text).toBe('Dear Ada, 7, true.');
  });

  test('fills in values found in data, and leaves names it does not know', async () => {
    const data = { name: 'Ada', address: { city: 'London' }, tags: ['x', 'y'] };
    const { text } = await run({ template: '{{name}} {{address.city}} {{tags[1]}} {{nobody}}', data });
    expect(text).toBe('Ada London y {{nobody}}');
  });

  test('does not read filled-in values as templates or replacement patterns', async () => {
    const { text } = await run({ template: '{{a}}|{{b}}', a: '{{b}} $& $1', b: 'B' });
    expect(text).toBe('{{b}} $& $1|B');
  });

  test.each(['constructor', '__proto__', 'toString'])('sees no %s of objects', async (name) => {
    const { text } = await run({ template: `{{${name}}}`, data: {} });
    expect(text).toBe(`{{${name}}}`);
  });

  test('refuses a result that would be huge', async () => {
    const inputs = { template: '{{a}}'.repeat(1000), a: 'x'.repeat(100_000) };
    await expect(run(inputs)).rejects.toThrow('too long');
  });
});
