/** Finds British forms in texts that people read, so that one spelling (American) holds everywhere. */

const STEMS = [
  'colour',
  'cancelled',
  'cancelling',
  'catalogue',
  'centre',
  'grey',
  'greyscale',
  'favourite',
  'behaviour',
  'neighbour',
  'harbour',
  'honour',
  'licence',
  'analys(?:e|ed|ing)',
  'labelled',
  'labelling',
  'modelled',
  'travelled',
  'artefact',
  'learnt',
  'whilst',
  '(?:un)?(?:initial|normal|optim|summar|synchron|minim|maxim|priorit|author|custom|final|visual|util|organ|recogn|real|capital)is(?:e|ed|es|ing|ation)',
];
const british = new RegExp(`\\b(?:un|re|multi|dis)?(?:${STEMS.join('|')})(?:s|ed|d|ing|ful|less)?\\b`, 'gi');

/** Strings of a source, without what stands in `${}`, and the text between tags. Comments and names are not texts. */
export function textsOf(source: string, isJsx: boolean): string[] {
  const code = source
    .replaceAll(/\/\*[\s\S]*?\*\//g, ' ')
    .replaceAll(/(^|[\s;{}(,])\/\/.*$/gm, '$1')
    .replaceAll(/^import [\s\S]*?;$/gm, '');
  const strings = [...code.matchAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g)]
    .map(([text]) => text.slice(1, -1).replaceAll(/\$\{[^}]*\}/g, ' '))
    // A word in lower case is a name: of a type, a class, a field.
    .filter((text) => /\s/.test(text.trim()) || /^[A-Z]/.test(text));
  const between = isJsx
    ? [...code.matchAll(/>([^<>{}=;()]*)[<{]/g)]
        .map(([, text]) => text ?? '')
        .filter((text) => /\w \w|[A-Z]/.test(text))
    : [];
  return [...strings, ...between];
}

/** British forms in a text, in lower case. */
export const britishForms = (text: string): string[] =>
  [...text.matchAll(british)].map(([word]) => word.toLowerCase());
