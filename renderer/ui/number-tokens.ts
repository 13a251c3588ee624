import { assertNever } from '#shared/language/assert-never.ts';
import { words } from '#renderer/words/index.ts';
import { LITERAL, readLiteral, type LiteralContext } from './number-literal.ts';

const t = words.ui.numberTokens;

/** The parts of a typed sum: numbers, words and signs. */

/** Why a text is no number, in a sentence. */
export class NumberTextError {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}
/** It may still become a number by typing on. */
export const INCOMPLETE = Symbol('incomplete');

export type Token =
  | { kind: 'number'; value: number }
  | { kind: 'word'; text: string }
  | { kind: 'sign'; text: string };

const TOKEN = new RegExp(String.raw`\s*(?:(${LITERAL})|([\p{L}°]+)|([-+−*×/÷:()%]))`, 'iuy');
/** Numbers as programs write them, which would read as 0 times something. */
const PROGRAM_NUMBER = /(?<![\p{L}\d.,])0(?:x[\da-f]+|b[01]+|o[0-7]+)(?![\p{L}\d])/iu;

/** The value of one number. @throws Refusal with what to write instead. */
function literalValue(literal: string, context: LiteralContext): number {
  const read = readLiteral(literal, context);
  switch (read.kind) {
    case 'number':
      return read.value;
    case 'ambiguous':
      throw new NumberTextError(
        context.mark === 'mixed'
          ? t.canReadTwoWrite(read.text, read.thousands, read.decimals)
          : context.fieldMark === 'comma'
            ? t.canReadTwoWrite3(read.text, read.thousands, read.decimals.replace('.', ','))
            : t.canReadTwoWrite2(read.text, read.thousands, read.decimals),
      );
    case 'inexact':
      throw new NumberTextError(t.manyDigits(read.text));
    case 'other-mark':
      throw new NumberTextError(t.otherMark(read.text));
    case 'malformed':
      throw new NumberTextError(notANumber(literal));
    default:
      return assertNever(read);
  }
}

export function tokensOf(text: string, context: LiteralContext): Token[] {
  const tokens: Token[] = [];
  const [forPrograms] = PROGRAM_NUMBER.exec(text) ?? [];
  if (forPrograms !== undefined) {
    throw new NumberTextError(t.asPrograms(forPrograms, Number(forPrograms)));
  }
  TOKEN.lastIndex = 0;
  const end = text.trimEnd().length;
  while (TOKEN.lastIndex < end) {
    const at = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (!found) {
      // A point that digits may follow.
      if (/^\s*[.,]$/.test(text.slice(at, end))) throw INCOMPLETE;
      throw new NumberTextError(notANumber(text));
    }
    const [, number, word, sign] = found;
    if (number !== undefined) tokens.push({ kind: 'number', value: literalValue(number, context) });
    else if (word?.toLowerCase() === 'x') tokens.push({ kind: 'sign', text: '*' });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: ASCII_SIGNS[sign] ?? sign });
  }
  return tokens;
}

const ASCII_SIGNS: Readonly<Record<string, string>> = { '−': '-', '×': '*', '÷': '/', ':': '/' };

/** For fields alone: a cell of a table holds no sum. */
export const HINT = ` ${t.typeNumber}`;
export const notANumber = (text: string): string =>
  t.notNumber(text.trim().slice(0, 40).toWellFormed(), HINT);
