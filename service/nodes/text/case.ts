import { defineNode } from '../define-node.ts';
import { choice, text } from '../pins.ts';

const CASES = ['UPPER', 'lower', 'Title', 'Sentence', 'camelCase', 'snake_case', 'kebab-case'] as const;
type Case = (typeof CASES)[number];

export const textCase = defineNode({
  type: 'text/case',
  title: 'Case',
  description: 'Changes capital and small letters, or turns words into a name as programs write them.',
  icon: 'case-sensitive',
  tags: ['uppercase', 'lowercase', 'capital', 'title', 'camel', 'snake', 'kebab', 'slug'],
  inputs: {
    text: text('Text', { multiline: true, default: '' }),
    case: choice('Case', CASES, { default: 'UPPER' }),
  },
  outputs: { text: { label: 'Text', type: 'text' } },
  run: (inputs) => ({ text: changeCase(inputs.text, inputs.case) }),
});

function changeCase(text: string, targetCase: Case): string {
  switch (targetCase) {
    case 'UPPER':
      return text.toUpperCase();
    case 'lower':
      return text.toLowerCase();
    case 'Title':
      return text.replace(/[\p{L}\p{M}\p{N}'’]+/gu, capitalize);
    case 'Sentence':
      return text
        .toLowerCase()
        .replace(
          /(^|[.!?…]\s+)(\p{L})/gu,
          (_, before: string, letter: string) => before + letter.toUpperCase(),
        );
    case 'camelCase':
      return words(text)
        .map((word, index) => (index === 0 ? word.toLowerCase() : capitalize(word)))
        .join('');
    case 'snake_case':
      return words(text).join('_').toLowerCase();
    case 'kebab-case':
      return words(text).join('-').toLowerCase();
    default:
      return targetCase satisfies never;
  }
}

function capitalize(word: string): string {
  const [first = ''] = word;
  return first.toUpperCase() + word.slice(first.length).toLowerCase();
}

/** Words of a sentence, and of names like `myName` and `HTTPServer`. */
function words(text: string): string[] {
  return text.match(/\p{Lu}+(?![\p{Ll}])|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{N}+/gu) ?? [];
}
