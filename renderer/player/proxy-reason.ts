import type { MediaFacts } from '#shared/desk/index.ts';

/** Why a medium is played as a small copy. */
export type ProxyReason = 'heavy' | 'variable' | 'undecodable';

/** Longest side in pixels, and bits a second, up to which this computer plays several at once. */
const MAX_SIDE = 2560;
const MAX_BITRATE = 60_000_000;

/**
 * Whether a medium is better played as a small copy.
 * @param facts null where its container cannot be read
 * @param canDecode of its codec, in this browser
 */
export function proxyReason(
  facts: MediaFacts | null,
  sizeBytes: number,
  canDecode: boolean,
): ProxyReason | null {
  if (facts === null || (facts.kind === 'video' && (facts.codec === null || !canDecode)))
    return 'undecodable';
  if (facts.kind !== 'video') return null;
  const { width, height, seconds, isVariable = false } = facts;
  if (Math.max(width, height) > MAX_SIDE || (seconds > 0 && (sizeBytes * 8) / seconds > MAX_BITRATE))
    return 'heavy';
  return isVariable ? 'variable' : null;
}

/** Whether this browser decodes a codec. */
export async function canDecodeVideo(codec: string): Promise<boolean> {
  // Where there is no decoder at all, none of a small copy either.
  if (typeof VideoDecoder === 'undefined') return true;
  const { supported = false } = await VideoDecoder.isConfigSupported({ codec }).catch(() => ({
    supported: false,
  }));
  return supported;
}
