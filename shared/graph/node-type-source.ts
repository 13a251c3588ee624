import { contentHash } from '../language/content-hash.ts';

/**
 * The `source` of a node type says where it comes from. The local service adds what its results depend on besides their
 * inputs: the version of its code from the second on, and for a type that asks a provider, who may answer. A client
 * that does not know the notation sees another text and nothing else.
 */

export interface AskedProvider {
  name: string;
  /** Where it is asked. */
  address: string;
  /** Used where a node names none. */
  model: string | null;
}

/** `built-in`, `built-in@2`, `built-in?local=…&openai=…`. @param providers null for a type that asks nobody. */
export function nodeTypeSource(version: number, providers: readonly AskedProvider[] | null): string {
  const origin = version === 1 ? 'built-in' : `built-in@${version}`;
  if (providers === null || providers.length === 0) return origin;
  const parts = providers.map(
    ({ name, address, model }) =>
      `${encodeURIComponent(name)}=${contentHash(JSON.stringify([address, model]))}`,
  );
  return `${origin}?${parts.join('&')}`;
}

/** A source with only the part of the provider that a node names; with all of them where it names none of several. */
export function answererOf(source: string, provider: string | null): string {
  const mark = source.indexOf('?');
  if (mark < 0 || provider === null || provider.trim() === '') return source;
  const start = `${encodeURIComponent(provider.trim())}=`;
  const part = source
    .slice(mark + 1)
    .split('&')
    .find((text) => text.startsWith(start));
  return part === undefined ? source : `${source.slice(0, mark)}?${part}`;
}
