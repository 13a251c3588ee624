/** What stands in sentences for developers only, and what to say to everybody else. */
const WORDS: readonly (readonly [pattern: RegExp, say: string])[] = [
  [/\bmicrocredits?\b/i, 'credits'],
  [/\bexpectedVersion\b|\bversion conflict\b/i, 'what somebody else changed'],
  [/\bpayload\b/i, 'what is sent'],
  [/\b(?:its|their|the|no|this) medium\b/i, 'its file'],
  [/\bbase URL\b/, 'its address'],
  [/\bidempoten\w*/i, 'nothing: people do not see it'],
  [/\bendpoints?\b/i, 'what it is for: a form, a call, an address'],
  [
    /\b(?:HTTP|status|error) (?:4\d\d|5\d\d)\b|\b(?:400|401|403|404|409|422|429|500|502|503) (?:error|response)\b/i,
    'what happened',
  ],
  [/\b(?:json|request) body\b/i, 'what is sent'],
  [/\b(?:NaN|null pointer|stack trace)\b/, 'what is missing'],
  [
    /\b(?:input|output|image|text|number|logic|control|json|audio|video|media|color|ai)\/[a-z][a-z-]+\b/,
    'the name of the node',
  ],
];

/** A sentence or the name of a control: it begins with a capital letter and is no name of a type, key or file. */
const isForPeople = (text: string): boolean => /^[A-Z“≈]/.test(text) && /[a-z] |^[A-Z][a-z]+$/.test(text);

/** Texts of a source that people may read: of strings, templates and elements. What stands in `${}` is a gap. */
export function textsOf(source: string): string[] {
  const bare = source
    .replaceAll(/\/\*[\s\S]*?\*\//g, ' ')
    .replaceAll(/(^|[\s;{}(,])\/\/.*$/gm, '$1')
    .replaceAll(/^import [\s\S]*?;$/gm, ' ');
  const strings = [...bare.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g)].map(
    ([, single, double]) => single ?? double ?? '',
  );
  const templates = [...bare.matchAll(/`((?:[^`\\]|\\.)*)`/g)].map(([, text]) =>
    text!.replaceAll(/\$\{[^}]*\}/g, '…'),
  );
  // Between the end of a tag or a value and the begin of the next.
  const elements = [...bare.matchAll(/[>}]([^<>{}=;]*[a-z] [^<>{}=;]*)[<{]/g)].map(([, text]) => text!);
  return [...strings, ...templates, ...elements].map((text) => text.replaceAll(/\s+/g, ' ').trim());
}

/** Words for developers in the texts of a source, as `text: say …`. */
export const unplainTexts = (source: string): string[] =>
  textsOf(source)
    .filter(isForPeople)
    .flatMap((text) => {
      const replacement = WORDS.find(([pattern]) => pattern.test(text))?.[1];
      return replacement === undefined ? [] : [`“${text}”: say ${replacement}`];
    });

/** What a program reads, and names that are the same in every language. */
const SAME_EVERYWHERE: ReadonlySet<string> = new Set([
  'Bearer …',
  'Google Gemini',
  'Full HD (1080)',
  // The services' own reason for a charge, which is left out.
  'Execution of',
  // Operators of a PDF.
  'BT 3 Tr /Words … Tf … Tz … Td <…> Tj ET',
  'Tf $',
  'Tz $',
]);

/** Code between two signs that end a tag. */
const CODE = /[{}=;]|=>|\)\s*[:?]|\w\.\w+\(| \|\|? |\?\? ?$| \? /;

/** A piece of a sentence: ` · changed `, `, and `, or one that begins with a number, `1 file comes`. */
const FRAGMENT = /^(?: ?· ?|, )[a-z]{2,}(?: [a-z ]*)?$|^\d+ [a-z]{2,}(?: [a-z]+)+$/;

/** Words that are chosen within a text of several parts: `${name} · ${isNew ? 'new' : 'old'}`. */
const CHOSEN_WORDS = /`[^`\n]*\$\{[^}`\n]*\? '([a-z ]+)' : '[a-z ]+'\}[^`\n]*`/g;

/** Pieces of sentences that stand between values; `textsOf` has them without the spaces around. */
function fragmentsOf(source: string): string[] {
  const strings = [...source.matchAll(/'([^'\\\n]*)'/g)].map(([, text]) => text!);
  const selected = [...source.matchAll(CHOSEN_WORDS)].flatMap(([whole, text]) =>
    / · |, /.test(whole) ? [text!] : [],
  );
  return [...strings.filter((text) => FRAGMENT.test(text)), ...selected].map((text) => text.trim());
}

/** Sentences and names of controls in a source of the pages that belong into the catalog; errors for developers do not. */
export function textsOutsideCatalog(source: string): string[] {
  const sentences = textsOf(
    source.replaceAll(/new (?:\w*Error|DOMException)\((?:'[^'\n]*'|`[^`]*`)/g, ' '),
  ).filter(
    (text) =>
      isForPeople(text) &&
      /[a-z’…] \S|^[A-Z][a-z]+…$/.test(text) &&
      !CODE.test(text) &&
      !SAME_EVERYWHERE.has(text),
  );
  return [...sentences, ...fragmentsOf(source)];
}
