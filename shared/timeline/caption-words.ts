import { timesOf } from './caption-times.ts';
import { omitReferences } from './character-references.ts';

/** The words of a caption out of the marks that SubRip and WebVTT know, and into them. */

/**
 * Tags that both forms know, and those of web pages that programs leave behind. Anything else between `<` and `>` are
 * words: "I <3 you".
 */
const TAG =
  /<\/?(?:(?:b|i|u|s|c|ruby|rt)(?:\.[^\s<>]{0,200})?\s{0,20}\/?|(?:font|v|lang)(?:[\s.][^<>]{0,500})?|(?:em|strong|strike|small|big|sub|sup|span|center)(?:\s[^<>]{0,500})?|a(?:(?<=\/a)|\s[^<>]{0,500})|\d{1,4}(?::\d{1,2}){1,2}[.,]\d{1,3})>/gi;
/** What begins or ends a line: a break, and paragraphs of web pages. */
const BREAK = /<br\s{0,20}\/?>|\[br\]|<\/?(?:p|div)(?:\s[^<>]{0,500})?>/gi;
/** Line breaks of SubStation Alpha, which converters leave behind; in `C:\New` it is a folder. */
const ESCAPED_BREAK = /(?<!\b[A-Za-z]:\S{0,260})\\[Nn]/g;
const ESCAPED_SPACE = /(?<!\b[A-Za-z]:\S{0,260})\\h/g;
/** Drawings of SubStation Alpha, `{\p1}m 0 0 l 9 9{\p0}`: no words. */
const DRAWING = /\{[^{}]{0,200}\\p[1-9][^{}]{0,200}\}[^{}]{0,5000}(?:\{[^{}]{0,200}\\p0[^{}]{0,200}\}|$)/g;
/** Styles and places in braces: `{\an8}` of SubStation Alpha, `{b}` and `{/i}` of some programs, `{y:i}` of MicroDVD. */
const OVERRIDE = /\{(?:\\[^{}]{0,500}|\/?[bius]|[ycfsp]:[^{}\s]{1,60})\}/gi;
/** A brace that would begin one. */
const OVERRIDE_BRACE = /\{(?=\\|\/?[bius]\}|[ycfsp]:)/gi;
const CONTROL = /[\p{Cc}--\n]/gv;

/** @returns the words of a cue, and whether there were styles, places or voices that are left out. */
export function simpleWords(lines: readonly string[]): { words: string; hadStyles: boolean } {
  const text = lines.join('\n').replace(BREAK, '\n').replace(ESCAPED_BREAK, '\n').replace(ESCAPED_SPACE, ' ');
  const bare = text.replace(DRAWING, '').replace(TAG, '').replace(OVERRIDE, '');
  const words = omitReferences(bare)
    .replace(CONTROL, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .join('\n')
    .trim();
  return { words, hadStyles: bare !== text };
}

/** What a caption can say: no empty lines and control signs. */
export const writableWords = (words: string): string =>
  words
    .replace(/\r\n?/g, '\n')
    .replace(CONTROL, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .join('\n')
    .trim();

/** Braces and backslashes that would be read as marks, as references. */
const stripMarks = (words: string): string =>
  words
    .replace(OVERRIDE_BRACE, '&#123;')
    .replace(/\\(?=[Nnh])/g, '&#92;')
    .replace(/\[(?=br\])/gi, '&#91;');

/** Lines that would be read as times begin with a reference, whatever signs they are written with. */
const stripTimes = (words: string): string =>
  words
    .split('\n')
    .map((line) => (timesOf(line) ? line.replace(/\S/u, (sign) => `&#${sign.codePointAt(0)};`) : line))
    .join('\n');

/** WebVTT reads references everywhere. */
export const vttWords = (words: string): string =>
  stripTimes(
    stripMarks(writableWords(words).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')),
  );

/**
 * Many players show references of SubRip as they stand, so only what would be read otherwise is written as one: what looks
 * like a tag, a reference, an override, a line break or the arrow of times.
 */
export const srtWords = (words: string): string =>
  stripTimes(
    stripMarks(
      writableWords(words)
        .replace(/&(?=#?[A-Za-z0-9]{1,21};)/g, '&amp;')
        .replace(/<(?=\/?[A-Za-z]|\d{1,4}:)/g, '&lt;')
        .replace(/(?<=[-–—])>/g, '&gt;'),
    ),
  );
