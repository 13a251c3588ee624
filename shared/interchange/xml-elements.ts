import { SaxesParser } from 'saxes';
import { TimelineFileError } from '../otio/refused.ts';

/** An XML element with what lies in it. Attributes and text are kept as they stand; comments are not. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: readonly XmlElement[];
  text: string;
}

const LIMITS = { characters: 64 * 1024 * 1024, depth: 120, elements: 3_000_000 };
const CHUNK = 256 * 1024;

/** Of elements that have none: millions of lists and objects would take most of the memory. */
const NO_CHILDREN: readonly XmlElement[] = [];
const NO_ATTRIBUTES: Readonly<Record<string, string>> = {};

const tooMuch = (label: string): TimelineFileError =>
  new TimelineFileError(`The XML ${label}. Export a shorter part of the timeline and import that.`);

/**
 * Reads XML text. A document type is not read, and no entity but the five of XML itself is known: one that the text
 * declares is refused, so nothing can be made to grow. Size, depth and counts are limited while it is read.
 * @throws TimelineFileRefused for what is no XML, or too much of it.
 */
export function readXml(text: string): XmlElement {
  if (text.length > LIMITS.characters) throw tooMuch('is larger than 64 MB');
  const parser = new SaxesParser({ xmlns: false, fragment: false });
  const open: { element: XmlElement; children: XmlElement[] | undefined }[] = [];
  let root: XmlElement | undefined;
  let count = 0;
  // What the parser says is made for programmers.
  parser.on('error', () => {
    throw new TimelineFileError(
      `The file is no XML that can be read: in line ${parser.line} something is missing or does not belong there. Export the timeline again from the program it came from.`,
    );
  });
  parser.on('opentag', ({ name, attributes }) => {
    count += 1;
    if (count > LIMITS.elements) throw tooMuch(`has more than ${LIMITS.elements} elements`);
    if (open.length >= LIMITS.depth) throw tooMuch(`is nested deeper than ${LIMITS.depth} levels`);
    const stored = Object.keys(attributes).length > 0 ? { ...attributes } : NO_ATTRIBUTES;
    const element: XmlElement = { name, attributes: stored, children: NO_CHILDREN, text: '' };
    const parent = open.at(-1);
    if (parent) (parent.children ??= []).push(element);
    root ??= element;
    open.push({ element, children: undefined });
  });
  const addText = (chunk: string): void => {
    const parent = open.at(-1);
    if (parent) parent.element.text += chunk;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const closed = open.pop();
    if (closed?.children) closed.element.children = closed.children;
  });
  for (let at = 0; at < text.length; at += CHUNK) parser.write(text.slice(at, at + CHUNK));
  parser.close();
  if (!root) throw new TimelineFileError('The file holds no XML.');
  return root;
}

/** The first child of a name. */
export const childOf = (element: XmlElement | undefined, ...path: string[]): XmlElement | undefined =>
  path.reduce<XmlElement | undefined>(
    (parent, name) => parent?.children.find((child) => child.name === name),
    element,
  );

export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

export const textAt = (element: XmlElement | undefined, ...path: string[]): string =>
  childOf(element, ...path)?.text.trim() ?? '';

/** A number, also one with a fraction of nothing (`0.0`); undefined for none. */
export function numberAt(element: XmlElement | undefined, ...path: string[]): number | undefined {
  const text = textAt(element, ...path);
  const value = text === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) && Math.abs(value) < 1e12 ? value : undefined;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text as it stands in XML; characters that XML has no place for are left out. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');
