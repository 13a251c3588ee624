/**
 * A script as its elements, in sequence: Fountain (https://fountain.io/syntax), and plain text that is laid out as scripts are. Each line
 * is looked at once, with the one before and after it. O(characters).
 */

/** One part of a script. */
export type ScriptElement =
  | { kind: 'title'; key: string; text: string }
  | { kind: 'scene'; heading: string; number: string | null }
  /** A line under a heading that says what the scene is about. */
  | { kind: 'synopsis'; text: string }
  | { kind: 'section'; text: string }
  | { kind: 'action'; text: string }
  | { kind: 'speech'; character: string; text: string }
  /** As it is written: `CUT TO:`. */
  | { kind: 'transition'; text: string };

/** Inside or outside, as scripts in English, French, Spanish, Italian and German say it. */
const SCENE =
  /^(?:(?:int|ext|est|innen|aussen|außen)\b(?:\.?\s*\/\s*(?:int|ext|innen|aussen|außen)\b)?|i\.?\/[ea])[. ]\s*\S/i;
/** Of scripts for shooting, which number each scene at one or both margins. */
const NUMBERED = /^(\d{1,4}[A-Z]{0,2})[.)]?\s+(.+?)(?:\s+\1[.)]?)?$/;
const WORDED_SCENE = /^(?:scene|szene|sequence|sequenz)\s+(\d{1,4}[a-z]?)\b\s*[.:–—-]?\s*(.*)$/i;
const SCENE_NUMBER = /\s*#([\w.-]{1,20})#$/;
const TITLE_KEY =
  /^(title|credit|authors?|source|notes|draft ?date|date|contact|copyright|revision):\s*(.*)$/i;
const TRANSITION =
  /^(?:[^a-z]+ TO:|FADE (?:IN|OUT|TO BLACK)[.:]?|CUT TO BLACK\.|SCHNITT(?: AUF:?)?\.?|BLENDE\.?)$/;
const MAX_CHARACTER_LENGTH = 60;
/** Longer lines are no headings, transitions or names. In characters. */
const MAX_HEADING_LENGTH = 300;

const hasLetter = /\p{L}/u;
const hasLowercase = /\p{Ll}/u;
const isUpper = (line: string): boolean => hasLetter.test(line) && !hasLowercase.test(line);

/** Where a sign comes next, looked for from places that only go up: all searches together pass a text once. */
function searchForward(text: string, sign: string): (from: number) => number {
  let found = -1;
  let isOver = false;
  return (from) => {
    if (!isOver && found < from) found = text.indexOf(sign, from);
    isOver ||= found === -1;
    return isOver ? Number.POSITIVE_INFINITY : found;
  };
}

/** Text without what Fountain takes out: `/* … *\/` over any lines, and `[[ … ]]` up to an empty line. */
function stripComments(text: string): string {
  const endOfComment = searchForward(text, '*/');
  const endOfNote = searchForward(text, ']]');
  const emptyLine = searchForward(text, '\n\n');
  let result = '';
  let at = 0;
  for (const { index } of text.matchAll(/\/\*|\[\[/g)) {
    if (index < at) continue;
    const isNote = text[index] === '[';
    const end = isNote ? endOfNote(index + 2) : endOfComment(index + 2);
    // Where nothing ends it, it is text.
    if (end > text.length || (isNote && emptyLine(index) < end)) continue;
    result += text.slice(at, index);
    at = end + 2;
  }
  return result + text.slice(at);
}

/** Text without the marks of bold, italic and underlined words; what is escaped stays. */
const stripEmphasis = (text: string): string =>
  text.replaceAll(/\\([*_\\])|\*{1,3}(?=\S)|(?<=\S)\*{1,3}|(?<!\p{L})_(?=\S)|(?<=\S)_(?!\p{L})/gu, '$1');

/** The heading that a line is, or null. */
function sceneHeading(line: string): { heading: string; number: string | null } | null {
  if (line.length > MAX_HEADING_LENGTH) return null;
  const [, margin, remainder] = NUMBERED.exec(line) ?? [];
  const bare = remainder !== undefined && SCENE.test(remainder) ? remainder : line;
  const isForced = /^\.[^.\s]/.test(line);
  if (!isForced && !SCENE.test(bare)) return null;
  const heading = isForced ? line.slice(1) : bare;
  const number = SCENE_NUMBER.exec(heading)?.[1] ?? (bare === line ? null : (margin ?? null));
  return { heading: stripEmphasis(heading.replace(SCENE_NUMBER, '')).trim(), number };
}

/** The name of who speaks, where a line with words under it is one. */
function characterOf(line: string): string | null {
  if (line.length > MAX_HEADING_LENGTH) return null;
  const isForced = line.startsWith('@');
  const name = (isForced ? line.slice(1) : line).replace(/\s*\^$/, '').trim();
  const bare = name.replaceAll(/\([^)]*\)/g, '').trim();
  if (bare === '' || name.length > MAX_CHARACTER_LENGTH) return null;
  if (isForced) return bare;
  return isUpper(bare) && !/[.!?:]$/.test(bare) && !/^[>=#~!]/.test(bare) ? bare : null;
}

class ScriptReader {
  readonly elements: ScriptElement[] = [];
  readonly #lines: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#lines = stripComments(text.replaceAll(/\r\n?/g, '\n')).split('\n');
  }

  #line(at = this.#at): string {
    return this.#lines[at]?.trim() ?? '';
  }

  read(): ScriptElement[] {
    while (this.#at < this.#lines.length && this.#line() === '') this.#at += 1;
    this.#readTitles();
    while (this.#at < this.#lines.length) {
      if (this.#line() === '') this.#at += 1;
      else this.#readElement();
    }
    return this.elements;
  }

  /** The title page: keys with their words, up to an empty line. */
  #readTitles(): void {
    if (!TITLE_KEY.test(this.#line())) return;
    for (; this.#line() !== ''; this.#at += 1) {
      const [, key, text = ''] = TITLE_KEY.exec(this.#line()) ?? [];
      const last = this.elements.at(-1);
      if (key !== undefined)
        this.elements.push({ kind: 'title', key: key.toLowerCase(), text: stripEmphasis(text) });
      else if (last?.kind === 'title') last.text = `${last.text} ${stripEmphasis(this.#line())}`.trim();
    }
  }

  #readElement(): void {
    const line = this.#line();
    const isSingleLine = this.#line(this.#at + 1) === '';
    const single = this.#lineElement(line, isSingleLine);
    if (single !== undefined) {
      this.#at += 1;
      if (single !== null) this.elements.push(single);
      return;
    }
    const character = isSingleLine || line.startsWith('!') ? null : characterOf(line);
    if (character === null) this.#readAction();
    else this.#readSpeech(character);
  }

  /** What a line is that is a part by itself; null for what says nothing, undefined for what is none. */
  #lineElement(line: string, isSingleLine: boolean): ScriptElement | null | undefined {
    if (line.length > MAX_HEADING_LENGTH) return undefined;
    if (/^={3,}$/.test(line)) return null;
    const scene = sceneHeading(line);
    if (scene) return { kind: 'scene', ...scene };
    const section = /^#{1,6}\s*([^#].*)$/.exec(line)?.[1];
    if (section !== undefined) return { kind: 'section', text: stripEmphasis(section).trim() };
    if (line.startsWith('=')) return { kind: 'synopsis', text: stripEmphasis(line.slice(1)).trim() };
    if (line.startsWith('>') && !line.endsWith('<'))
      return { kind: 'transition', text: line.slice(1).trim() };
    if (isSingleLine && TRANSITION.test(line)) return { kind: 'transition', text: line };
    const [, number, heading = ''] = WORDED_SCENE.exec(line) ?? [];
    return number === undefined || (!isSingleLine && heading === '')
      ? undefined
      : { kind: 'scene', heading: stripEmphasis(heading).trim(), number };
  }

  #readAction(): void {
    const lines: string[] = [];
    for (; this.#at < this.#lines.length && this.#line() !== ''; this.#at += 1) {
      if (lines.length > 0 && sceneHeading(this.#line())) break;
      const line = this.#line()
        .replace(/^[!~]\s*/, '')
        .replace(/^>\s*(.*?)\s*<$/, '$1');
      lines.push(stripEmphasis(line));
    }
    const text = lines.join('\n').trim();
    if (text !== '') this.elements.push({ kind: 'action', text });
  }

  /** What somebody says, without how it is said. Two spaces in an empty line go on with it. */
  #readSpeech(character: string): void {
    const lines: string[] = [];
    this.#at += 1;
    for (; this.#at < this.#lines.length; this.#at += 1) {
      const line = this.#line();
      if (line === '' && this.#lines[this.#at] !== '  ') break;
      if (!/^\(.*\)$/.test(line) && line !== '') lines.push(stripEmphasis(line.replace(/^~\s*/, '')));
    }
    const text = lines.join(' ').trim();
    if (text !== '') this.elements.push({ kind: 'speech', character: stripEmphasis(character), text });
  }
}

/** @param text of any length that was read within limits. @returns its elements; a text without scenes has none of these. */
export const readScript = (text: string): ScriptElement[] => new ScriptReader(text).read();
