import type { Language } from '#shared/desk/languages.ts';
import { LANGUAGE, locale } from './locale.ts';

/** The parts of a sentence that languages form in their own way. */

const numbers = new Intl.NumberFormat(locale);
const rules = new Intl.PluralRules(LANGUAGE);
const ordinals = new Intl.PluralRules(LANGUAGE, { type: 'ordinal' });
const lists = new Intl.ListFormat(LANGUAGE, { type: 'conjunction' });
const alternatives = new Intl.ListFormat(LANGUAGE, { type: 'disjunction' });

/** A whole or decimal number with its thousands set apart. */
export const number = (value: number | bigint): string => numbers.format(value);

/** A number with a fixed count of decimals: `1.50`, `1,50`. */
export const decimal = (value: number, digits: number): string =>
  value.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** What stands before the decimals. */
export const DECIMAL_SIGN = decimal(1.5, 1).charAt(1);

/** A number as fields hold and take it: `1234.5`, `1234,5`; without groups, which could be taken for decimals. */
export const fieldNumber = (value: number): string => String(value).replace('.', DECIMAL_SIGN);

/** The forms of a word for counts; a language has those that its rules name. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Of a language with two forms: for one, and for every other count. */
type TwoForms = readonly [singular: string, plural: string];

const isTwo = (forms: Forms | TwoForms): forms is TwoForms => Array.isArray(forms);

/** `pluralForm(3, ['# node', '# nodes'])` → `3 nodes`; a language with more forms names them by its rules. */
export function pluralForm(count: number, forms: Forms | TwoForms): string {
  const rule = rules.select(count);
  const form = isTwo(forms) ? forms[rule === 'one' ? 0 : 1] : (forms[rule] ?? forms.other);
  return form.replace('#', number(count));
}

/** How often something is there, twice or more. */
const timesOf: Readonly<Record<Language, (count: string) => string>> = {
  en: (count) => `${count} times`,
  de: (count) => `${count}-mal`,
};

/** Each name once, in order, with how often it is there: `['A', 'B', 'A']` → `['A (2 times)', 'B']`. */
export function withCounts(names: readonly string[]): string[] {
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  return [...times].map(([name, count]) =>
    count === 1 ? name : `${name} (${timesOf[LANGUAGE](number(count))})`,
  );
}

/** `['A', 'B', 'C']` → `A, B, and C`. */
export const formatList = (items: readonly string[]): string => lists.format(items);

/** `['A', 'B', 'C']` → `A, B, or C`. */
export const formatAlternatives = (items: readonly string[]): string => alternatives.format(items);

/** Between the quotes of the language: `“Sky”`. */
const quotesOf: Readonly<Record<Language, (text: string) => string>> = {
  en: (text) => `“${text}”`,
  de: (text) => `„${text}“`,
};

export const quote = quotesOf[LANGUAGE];

/** The name of something within a sentence: English writes it small there, German leaves it as it is. */
export const inSentence = (text: string): string => (LANGUAGE === 'en' ? text.toLowerCase() : text);

const SUFFIXES = new Map<Intl.LDMLPluralRule, string>([
  ['one', 'st'],
  ['two', 'nd'],
  ['few', 'rd'],
]);

/** `1st`, `2.` */
export function ordinal(rank: number): string {
  return LANGUAGE === 'en' ? `${rank}${SUFFIXES.get(ordinals.select(rank)) ?? 'th'}` : `${rank}.`;
}

const collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });

/** The order of names in lists, as the language sorts them: `ä` beside `a`, 9 before 10. */
export const compareNames = (a: string, b: string): number => collator.compare(a, b);
