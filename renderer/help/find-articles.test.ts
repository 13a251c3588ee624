import { expect, it } from 'vitest';
import { commandTable } from '#shared/commands/index.ts';
import { articles, helpSections } from './articles.ts';
import { findArticles } from './find-articles.ts';

const found = (query: string) => findArticles(query).map(({ id }) => id);

it.each([
  ['undo', 'saving'],
  ['bypass', 'mute'],
  ['csv', 'batches'],
  ['delete wire unplug', undefined],
  ['disconnect', 'connect'],
  ['api key', 'connections'],
  ['COST', 'cost'],
  ['premiere', 'timeline'],
  ['reroute wire', 'order'],
  ['arrange', 'order'],
  ['bookmark', 'move-around'],
])('“%s” finds what people mean by it', (query, first) => {
  expect(found(query)[0]).toBe(first);
});

it('forgives typing errors', () => {
  expect(found('shortcts')).toEqual(found('shortcuts'));
  expect(found('conect nodes')).toEqual(found('connect nodes'));
  expect(found('templtes')).not.toEqual([]);
});

it('shows all of it for an empty search, and nothing for what is nowhere', () => {
  expect(found('  ')).toEqual(articles.map(({ id }) => id));
  expect(found('zebra')).toEqual([]);
});

it('does not find the names of commands that stand for keys', () => {
  expect(found('editor.quick')).toEqual([]);
});

it('names commands that exist and have keys, and every section has an article', () => {
  const named = articles.flatMap(({ text }) => text.join(' ').match(/(?<=\{)[^}]+(?=\})/g) ?? []);
  expect(named.length).toBeGreaterThan(10);
  const withKeys = Object.entries<{ keys?: object }>(commandTable).flatMap(([id, { keys }]) =>
    keys ? [id] : [],
  );
  expect(named.filter((id) => !withKeys.includes(id))).toEqual([]);
  expect([...new Set(articles.map(({ section }) => section))]).toEqual(helpSections);
  expect(new Set(articles.map(({ id }) => id)).size).toBe(articles.length);
});
