import { utf8 } from './bytes.ts';

/** XMP, the packet of properties that JPEG and WebP carry: ours is one of them, beside whatever is there. */

const NAMESPACE = 'urn:patchbay:settings:1';
const RDF_END = '</rdf:RDF>';
/** Ours as an attribute and as an element: other programs write the one for the other. */
const OURS = [
  /\spatchbay:settings\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/,
  /<patchbay:settings>([^<]*)<\/patchbay:settings>/,
] as const;

const property = (base64: string): string =>
  `<rdf:Description rdf:about="" xmlns:patchbay="${NAMESPACE}" patchbay:settings="${base64}"/>`;

/** A packet with our property alone. @param base64 the compressed settings. */
export const newPacket = (base64: string): Uint8Array =>
  utf8(
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>' +
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
      `${property(base64)}${RDF_END}</x:xmpmeta><?xpacket end="w"?>`,
  );

function textOf(packet: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(packet);
  } catch {
    return null;
  }
}

/** The base64 of our property; null where a packet has none. */
export function findInPacket(packet: Uint8Array): string | null {
  const text = textOf(packet);
  if (text === null) return null;
  for (const pattern of OURS) {
    const found = pattern.exec(text);
    if (found) return (found[1] ?? found[2] ?? '').replace(/\s+/g, '');
  }
  return null;
}

/** A packet with our property instead of an earlier one; null of a packet that is written in another way. */
export function mergedPacket(packet: Uint8Array, base64: string | null): Uint8Array | null {
  let text = textOf(packet);
  if (text === null) return null;
  for (const pattern of OURS) text = text.replaceAll(new RegExp(pattern.source, 'g'), '');
  text = text.replaceAll(`<rdf:Description rdf:about="" xmlns:patchbay="${NAMESPACE}"/>`, '');
  if (base64 === null) return utf8(text);
  const end = text.lastIndexOf(RDF_END);
  return end < 0 ? null : utf8(`${text.slice(0, end)}${property(base64)}${text.slice(end)}`);
}
