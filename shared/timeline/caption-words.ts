import { withoutReferences } from './character-references.ts';

/** The words of a caption out of the marks that SubRip and WebVTT know, and into them. */

/** Tags that both forms know. Anything else between `<` and `>` are words: "I <3 you". */
const TAG =
  /<\/?(?:(?:b|i|u|s|c|ruby|rt)(?:\.[^\s<>]{0,200})?\s{0,20}\/?|(?:font|v|lang)(?:[\s.][^<>]{0,500})?|\d{1,4}(?::\d{1,2}){1,2}[.,]\d{1,3})>/gi;
const BREAK = /<br\s{0,20}\/?>/gi;
/** Styles and places of SubStation Alpha: `{\an8}`. */
const OVERRIDE = /\{\\[^{}]{0,500}\}/g;
const CONTROL = /[\p{Cc}--\n]/gv;

/** @returns the words of a cue, and whether there were styles, places or voices that are left out. */
export function plainWords(lines: readonly string[]): { words: string; hadStyles: boolean } {
  const text = lines.join('\n').replace(BREAK, '\n');
  const bare = text.replace(TAG, '').replace(OVERRIDE, '');
  const words = withoutReferences(bare)
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

/** WebVTT reads references everywhere. */
export const vttWords = (words: string): string =>
  writableWords(words)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('{\\', '&#123;\\');

/**
 * Many players show references of SubRip as they stand, so only what would be read otherwise is written as one: what looks
 * like a tag, a reference, an override or the arrow of times.
 */
export const srtWords = (words: string): string =>
  writableWords(words)
    .replace(/&(?=#?[A-Za-z0-9]{1,21};)/g, '&amp;')
    .replace(/<(?=\/?[A-Za-z]|\d{1,4}:)/g, '&lt;')
    .replace(/(?<=[-–—])>/g, '&gt;')
    .replaceAll('{\\', '&#123;\\');
