import { utf8 } from './bytes.ts';

/** XMP, the packet of properties that files carry: ours are some of them, beside whatever is there. */

const SETTINGS = 'urn:patchbay:settings:1';
const IPTC = 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/';
const RDF_END = '</rdf:RDF>';
/** Of a text in a property that is read. */
const MAX_TEXT = 4000;

/** What a file says of where it came from. */
export interface SourceMark {
  /** The address of its digital source type. */
  sourceType: string;
  /** The models that had a part in it, as people call them; empty where none did or they are not known. */
  systems: string;
  /** The program that put it together. */
  tool: string;
}

/** Our properties of a packet: one that is null is taken out, one that is left out stays as it is. */
export interface Properties {
  /** Base64 of the compressed settings. */
  settings?: string | null;
  mark?: SourceMark;
}

/** A property as an attribute and as an element: programs write the one for the other. Under whatever prefix. */
const spellings = (name: string): [RegExp, RegExp] => [
  new RegExp(`\\s(${name})\\s*=\\s*(?:"([^"<]*)"|'([^'<]*)')`),
  new RegExp(`<(${name})(?:\\s[^<>]*)?(?:/>|>([^<]*)</\\1\\s*>)`),
];
const OURS = spellings('patchbay:settings');
const SOURCE_TYPE = spellings('[\\w.-]{1,60}:DigitalSourceType');
const SYSTEMS = spellings('[\\w.-]{1,60}:AISystemUsed');
const TOOL = spellings('[\\w.-]{1,60}:CreatorTool');

const escapeText = (text: string): string =>
  text
    .toWellFormed()
    // XML has no way to say these.
    .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')
    .replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

const description = (namespaces: string, properties: string): string =>
  `<rdf:Description rdf:about="" ${namespaces} ${properties}/>`;

function markProperties({ sourceType, systems, tool }: SourceMark, hasTool: boolean): string {
  const used = systems === '' ? '' : ` Iptc4xmpExt:AISystemUsed="${escapeText(systems)}"`;
  const mark = `Iptc4xmpExt:DigitalSourceType="${escapeText(sourceType)}"${used}`;
  const program = hasTool
    ? ''
    : description('xmlns:xmp="http://ns.adobe.com/xap/1.0/"', `xmp:CreatorTool="${escapeText(tool)}"`);
  return description(`xmlns:Iptc4xmpExt="${IPTC}"`, mark) + program;
}

const settingsProperty = (base64: string): string =>
  description(`xmlns:patchbay="${SETTINGS}"`, `patchbay:settings="${base64}"`);

/** A packet with our properties alone. */
export const newPacket = ({ settings, mark }: Properties): Uint8Array =>
  utf8(
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>' +
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
      (mark === undefined ? '' : markProperties(mark, false)) +
      (settings == null ? '' : settingsProperty(settings)) +
      `${RDF_END}</x:xmpmeta><?xpacket end="w"?>`,
  );

function textOf(packet: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(packet);
  } catch {
    return null;
  }
}

function find(text: string, [attribute, element]: readonly [RegExp, RegExp]): string | null {
  const found = attribute.exec(text);
  if (found !== null) return found[2] ?? found[3] ?? '';
  const tag = element.exec(text);
  if (tag === null) return null;
  // Some write an address as a resource and not as a text.
  return tag[2] ?? /\srdf:resource\s*=\s*["']([^"'<]*)["']/.exec(tag[0])?.[1] ?? '';
}

/** The base64 of our settings; null where a packet has none. */
export function findInPacket(packet: Uint8Array): string | null {
  const text = textOf(packet);
  return (text === null ? null : find(text, OURS)?.replace(/\s+/g, '')) ?? null;
}

/** What a packet says of the digital source type, as it is written; null where it says nothing. */
export function sourceTypeInPacket(packet: Uint8Array): string | null {
  const text = textOf(packet);
  return (text === null ? null : find(text, SOURCE_TYPE)?.trim().slice(0, MAX_TEXT)) ?? null;
}

const removeAll = (text: string, patterns: readonly RegExp[]): string =>
  patterns.reduce((left, pattern) => left.replaceAll(new RegExp(pattern.source, 'g'), ''), text);

/** A packet with our properties instead of earlier ones; null of a packet that is written in another way. */
export function mergedPacket(packet: Uint8Array, { settings, mark }: Properties): Uint8Array | null {
  let text = textOf(packet);
  if (text === null) return null;
  if (settings !== undefined) {
    text = removeAll(text, OURS);
    text = text.replaceAll(`<rdf:Description rdf:about="" xmlns:patchbay="${SETTINGS}"/>`, '');
  }
  let added = settings == null ? '' : settingsProperty(settings);
  if (mark !== undefined) {
    text = removeAll(text, [...SOURCE_TYPE, ...SYSTEMS]);
    text = text.replaceAll(`<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="${IPTC}"/>`, '');
    added = markProperties(mark, find(text, TOOL) !== null) + added;
  }
  if (added === '') return utf8(text);
  const end = text.lastIndexOf(RDF_END);
  return end < 0 ? null : utf8(`${text.slice(0, end)}${added}${text.slice(end)}`);
}
