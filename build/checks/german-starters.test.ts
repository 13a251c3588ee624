import { expect, test } from 'vitest';
import { german } from '#renderer/words/german/index.ts';
import { starters, textGraph } from '#shared/starters/index.ts';

/** Words that both languages have. */
const SAME = new Set(['Film', 'Name', 'Poster', 'Sand', 'Text']);

test('starters, the titles of their nodes and the texts in them are German', () => {
  const texts = starters.flatMap(({ name, makes }) => [name, makes]);
  const nodes = [textGraph, ...starters.map((starter) => starter.graph('photo'))].flatMap(
    (graph) => graph.nodes,
  );
  for (const { title, inputs = {} } of nodes) {
    texts.push(title ?? '');
    for (const { type, value } of Object.values(inputs)) {
      // Other texts are colors and choices.
      if (type === 'string' && typeof value === 'string' && /^[A-Z]/.test(value)) texts.push(value);
    }
  }
  expect(texts.length).toBeGreaterThan(60);
  const left = texts.filter((text) => german.starters.translate(text) === text && !SAME.has(text));
  expect([...new Set(left)]).toEqual([]);
});
