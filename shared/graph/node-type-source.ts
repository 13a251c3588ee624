import { contentHash } from '../language/content-hash.ts';

/**
 * The `source` of a node type says where it comes from. The local service adds what its results depend on besides their
 * inputs: the version of its code from the second on, and for a type that asks a provider, who may answer. A type that
 * live previews may execute says so too. A client that does not know the notation sees another text and nothing else.
 */

const LIVE_MARK = '+live';

export interface AskedProvider {
  name: string;
  /** Where it is asked. */
  address: string;
  /** Used where a node names none. */
  model: string | null;
}

/**
 * `built-in`, `built-in@2`, `built-in+live`, `built-in?local=…&openai=…`.
 * @param providers null for a type that asks nobody.
 * @param isLive whether live previews may execute it: it is free, and comes soon at preview size.
 */
export function nodeTypeSource(
  version: number,
  providers: readonly AskedProvider[] | null,
  isLive = false,
): string {
  const origin = (version === 1 ? 'built-in' : `built-in@${version}`) + (isLive ? LIVE_MARK : '');
  if (providers === null || providers.length === 0) return origin;
  const parts = providers.map(
    ({ name, address, model }) =>
      `${encodeURIComponent(name)}=${contentHash(JSON.stringify([address, model]))}`,
  );
  return `${origin}?${parts.join('&')}`;
}

/** Whether live previews may execute a type of this source. */
export const isLiveSource = (source: string | null | undefined): boolean =>
  source?.split('?', 1)[0]?.endsWith(LIVE_MARK) === true;

/** Whether a type of this source asks a provider. */
export const asksProvider = (source: string | null | undefined): boolean => source?.includes('?') === true;

/** Whether the local service runs a type of this source free of charge: it is built in and asks nobody. */
export const isFreeSource = (source: string | null | undefined): boolean =>
  source?.startsWith('built-in') === true && !asksProvider(source);

/**
 * What of a source results depend on: the part of the provider that a node names; all of them where it names none of
 * several.
 */
export function answererOf(source: string, provider: string | null): string {
  if (isLiveSource(source)) return answererOf(source.replace(LIVE_MARK, ''), provider);
  const mark = source.indexOf('?');
  if (mark < 0 || provider === null || provider.trim() === '') return source;
  const start = `${encodeURIComponent(provider.trim())}=`;
  const part = source
    .slice(mark + 1)
    .split('&')
    .find((text) => text.startsWith(start));
  return part === undefined ? source : `${source.slice(0, mark)}?${part}`;
}
