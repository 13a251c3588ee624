import { describe, expect, it } from 'vitest';
import { rankNode, rankTypes } from './node-search.ts';

const node = (type: string, inputs = {}) => ({ id: 'n1', type, position: { x: 0, y: 0 }, inputs });

describe('a search over the nodes of the document', () => {
  it('puts titles before types, and types before values', () => {
    const ranks = [
      rankNode(node('output/file'), 'Poster', 'po'),
      rankNode(node('output/file'), 'Finished poster', 'po'),
      rankNode(node('output/file'), 'Viewpoint', 'po'),
      rankNode(node('image/composite'), 'Sky with sun', 'po'),
      rankNode(node('text/value', { text: { value: 'a port' } }), 'Words', 'po'),
    ];
    expect(ranks).toEqual([0, 1, 2, 3, 4]);
  });

  it('answers nothing to nothing, and to what is nowhere', () => {
    expect(rankNode(node('image/blur'), 'Blur', ' ')).toBeNull();
    expect(rankNode(node('image/blur'), 'Blur', 'harbour')).toBeNull();
  });
});

it('finds a node by the values it holds now, and no more by those it held', () => {
  const held = (words: string) => node('input/text', { value: { value: words } });
  const before = held('Sea');
  expect(rankNode(before, 'Text', 'sea')).toBe(4);
  expect(rankNode(before, 'Text', 'mountain')).toBeNull();
  const after = held('Mountain');
  expect(rankNode(after, 'Text', 'sea')).toBeNull();
  expect(rankNode(after, 'Text', 'mountain')).toBe(4);
});

describe('a search over the node types', () => {
  const types = [
    'Resize',
    'Blur',
    'Gradient',
    'Rounded corners',
    'Composite',
    'Contact sheet',
    'Text card',
    'Text',
    'Trim sound',
  ].map((title) => ({
    summary: {
      type: `x/${title}`,
      title,
      category: 'x',
      tags: title === 'Composite' ? ['overlay', 'merge'] : [],
    },
    pins: null,
  }));
  const found = (query: string) => rankTypes(types, query).map(({ entry }) => entry.summary.title);

  it.each([
    ['resise', 'Resize'],
    ['gradeint', 'Gradient'],
    ['bluur', 'Blur'],
    ['rouned', 'Rounded corners'],
    ['conatct', 'Contact sheet'],
    ['overaly', 'Composite'],
  ])('forgives %s', (query, title) => {
    expect(found(query)[0]).toBe(title);
  });

  it('adds nothing near where something matches as it is written', () => {
    expect(found('tr')).toEqual(['Trim sound']);
    expect(found('text card')).toEqual(['Text card']);
  });

  it('puts a title that is just what was typed before those that begin with it', () => {
    const ranks = new Map(rankTypes(types, 'text').map(({ entry, rank }) => [entry.summary.title, rank]));
    expect(ranks.get('Text')!).toBeLessThan(ranks.get('Text card')!);
  });

  it('answers nothing to what is like nothing', () => {
    expect(found('harbour')).toEqual([]);
    expect(found('zq')).toEqual([]);
    expect(found('x'.repeat(10_000))).toEqual([]);
  });
});
