import { defineNode } from '../define-node.ts';
import { getByPath, parsePath } from '../json/json-values.ts';
import { invalid, json, optional, text, TEXT_LIMIT } from '../pins.ts';

export const textTemplate = defineNode({
  type: 'text/template',
  title: 'Template',
  description:
    'Fills in a text: {{a}} to {{d}} become the inputs of that name, and {{name}} or {{address.city}} the values found in Data. Names it does not know stay as they are.',
  icon: 'text-quote',
  tags: ['fill', 'placeholder', 'format', 'mustache', 'prompt'],
  inputs: {
    template: text('Template', { multiline: true, default: '{{a}} {{b}}' }),
    a: text('A', { default: '' }),
    b: text('B', { default: '' }),
    c: text('C', { default: '' }),
    d: text('D', { default: '' }),
    data: optional(json('Data')),
  },
  outputs: { text: { label: 'Text', type: 'text' } },
  run({ template, data, ...named }) {
    let length = 0;
    // One pass: a placeholder inside a filled-in value is text, not another placeholder.
    const filled = template.replace(/\{\{\s*([^{}]{1,200}?)\s*\}\}/g, (placeholder, name: string) => {
      const value = Object.hasOwn(named, name) ? named[name as keyof typeof named] : resolvePath(data, name);
      const replacement = value ?? placeholder;
      length += replacement.length;
      if (length > TEXT_LIMIT) throw invalid('The filled-in text is too long. Use fewer placeholders.');
      return replacement;
    });
    return { text: filled };
  },
});

function resolvePath(data: Parameters<typeof getByPath>[0] | undefined, name: string): string | undefined {
  if (data === undefined) return undefined;
  const path = parsePath(name);
  const value = path === null ? undefined : getByPath(data, path);
  return value === undefined || typeof value === 'string' ? value : JSON.stringify(value);
}
