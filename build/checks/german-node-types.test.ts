import { expect, test } from 'vitest';
import { english } from '#renderer/words/english/index.ts';
import { german } from '#renderer/words/german/index.ts';
import type { NodeDefinition } from '#service/nodes/definition.ts';
import { nodeDefinitions } from '#service/nodes/index.ts';
import { parsePinType } from '#shared/graph/pin-type.ts';

/** A type as the service answers it. */
const answered = ({ type, title, description, tags, inputs, outputs }: NodeDefinition) => ({
  type,
  title,
  description,
  tags: [...tags],
  inputs: [...inputs],
  outputs: [...outputs],
});

/** Words that both languages have. */
const SAME =
  /^(?:[A-F]|JSON|Text|Audio|Video|Format|Film|Prompt|Name|Info|Gamma|Radius|Palette|Variation|Vignette|Videos|Medium \d+)$/;
/** Formats, sizes and ways to write names, which are called so everywhere. */
const SAME_CHOICES = /^(?:jpeg|mp4|mp3|vtt|2|auto)\||^UPPER\||^linear\|/;

test('every node type of the local service is German: title, description, pins and what can be chosen', () => {
  const problems = nodeDefinitions.flatMap((definition) => {
    const before = answered(definition);
    const after = german.nodeTypes.translate(before);
    const pairs = [
      [before.title, after.title],
      [before.description, after.description],
      ...[...before.inputs, ...before.outputs].map(({ label }, at) => [
        label,
        [...after.inputs, ...after.outputs][at]?.label,
      ]),
    ];
    const choices = before.inputs.flatMap((pin) => {
      const { choices: list } = parsePinType(pin.type);
      if (!list || SAME_CHOICES.test(list.join('|'))) return [];
      // One of a list may be called as in English; a list of which all are is not known.
      return list.some((choice) => german.nodeTypes.choice(list, choice) !== choice) ? [] : [list.join('|')];
    });
    return [
      ...pairs.flatMap(([en, de]) =>
        en === de && !SAME.test(en ?? '') ? [`${definition.type}: ${en}`] : [],
      ),
      ...choices.map((list) => `${definition.type}: ${list}`),
      ...(german.nodeTypes.category(definition.category) === null ? [definition.category] : []),
    ];
  });
  expect(problems).toEqual([]);
});

test('a type of another service with other words keeps them, and what was English is found still', () => {
  const blur = nodeDefinitions.find(({ type }) => type === 'image/blur');
  const own = blur && answered(blur);
  expect(own && german.nodeTypes.translate(own)).toMatchObject({
    title: 'Weichzeichnen',
    tags: expect.arrayContaining(['Unschärfe', 'Blur', 'soften']),
  });
  const other = own && { ...own, title: 'Blur 2', description: 'Blurs by the rules of this service.' };
  expect(other && german.nodeTypes.translate(other)).toEqual(other);
  const newer = own && { ...own, description: 'Does something more now.' };
  expect(newer && german.nodeTypes.translate(newer).description).toBe('Does something more now.');
  expect(german.nodeTypes.choice(['a', 'b'], 'a')).toBe('a');
  expect(own && english.nodeTypes.translate(own)).toBe(own);
});

test('a type that lacks its model says so', () => {
  const text = nodeDefinitions.find(({ type }) => type === 'ai/text');
  const missing = `${text?.description} No text model is connected yet: connect one under Models.`;
  const { description } = german.nodeTypes.translate({
    type: 'ai/text',
    title: 'Write text',
    description: missing,
  });
  expect(description).toContain('Variation eine neue. Noch ist keines verbunden');
});
