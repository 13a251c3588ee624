import { contentHash } from '../language/content-hash.ts';

/**
 * The `source` of a node type says where it comes from. The local service adds what its results depend on besides their
 * inputs: the version of its code from the second on, and for a type that asks a provider, who may answer. A type that
 * live previews may execute says so too, and what costs says how much. A client that does not know the notation sees another text and nothing else.
 */

const LIVE_MARK = '+live';
/** Before the price of an execution, in microcredits. */
const PRICE_MARK = '$';
const PRICES = /\$\d+/g;

export interface RequestedProvider {
  name: string;
  /** Where it is asked. */
  address: string;
  /** Used where a node names none. */
  model: string | null;
  /** Microcredits an execution, as the person set it. */
  price?: bigint;
}

const priceText = (price: bigint | undefined): string => (price === undefined ? '' : `${PRICE_MARK}${price}`);

/**
 * `built-in`, `built-in@2`, `built-in$5000`, `built-in+live`, `built-in?local=…&openai=…$30000000`.
 * @param providers null for a type that asks nobody.
 * @param isLive whether live previews may execute it: it is free, and comes soon at preview size.
 * @param price of each execution, whoever answers, in microcredits.
 */
export function nodeTypeSource(
  version: number,
  providers: readonly RequestedProvider[] | null,
  isLive = false,
  price = 0n,
): string {
  const named = version === 1 ? 'built-in' : `built-in@${version}`;
  const origin = `${named}${priceText(price === 0n ? undefined : price)}${isLive ? LIVE_MARK : ''}`;
  if (providers === null || providers.length === 0) return origin;
  const segments = providers.map(
    ({ name, address, model, price: requested }) =>
      `${providerKey(name)}=${contentHash(JSON.stringify([address, model]))}${priceText(requested)}`,
  );
  return `${origin}?${segments.join('&')}`;
}

/** Whether live previews may execute a type of this source. */
export const isLiveSource = (source: string | null | undefined): boolean =>
  source?.split('?', 1)[0]?.endsWith(LIVE_MARK) === true;

/** Whether a type of this source asks a provider. */
export const callsProvider = (source: string | null | undefined): boolean => source?.includes('?') === true;

/**
 * What one execution costs at the local service.
 * @param provider as the node names it; null or empty where it names none.
 * @returns microcredits, 0 for what is free; null where nobody knows: the type is not the local service's, or it cannot
 * be told which of its providers answers.
 */
export function priceInSource(
  source: string | null | undefined,
  provider: string | null = null,
): number | null {
  if (source?.startsWith('built-in') !== true) return null;
  const [origin = '', ...remaining] = source.split('?');
  const endPrice = priceAtEnd(origin.replace(LIVE_MARK, '')) ?? 0;
  if (remaining.length === 0) return endPrice;
  const segments = remaining.join('?').split('&');
  const requested = provider?.trim() ?? '';
  const pending =
    requested === ''
      ? segments
      : segments.filter((segment) => segment.startsWith(`${providerKey(requested)}=`));
  const [price, ...siblings] = new Set(pending.map(priceAtEnd));
  return price === undefined || price === null || siblings.length > 0 ? null : endPrice + price;
}

/** Null where none stands there. */
function priceAtEnd(text: string): number | null {
  const digits = /\$(\d+)$/.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
}

const providerKey = (name: string): string => encodeURIComponent(name);

/**
 * What of a source results depend on: the part of the provider that a node names; all of them where it names none of
 * several.
 */
export function answererOf(source: string, provider: string | null): string {
  if (isLiveSource(source)) return answererOf(source.replace(LIVE_MARK, ''), provider);
  // What it costs changes no result.
  if (source.startsWith('built-in') && source.includes(PRICE_MARK)) {
    return answererOf(source.replaceAll(PRICES, ''), provider);
  }
  const mark = source.indexOf('?');
  if (mark < 0 || provider === null || provider.trim() === '') return source;
  const start = `${providerKey(provider.trim())}=`;
  const segment = source
    .slice(mark + 1)
    .split('&')
    .find((text) => text.startsWith(start));
  return segment === undefined ? source : `${source.slice(0, mark)}?${segment}`;
}
