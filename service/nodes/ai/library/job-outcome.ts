import { DEFAULT_LIMITS } from '#shared/reading/limits.ts';
import { parseJson } from '#shared/reading/parse-json.ts';
import { NodeFailure, type ProviderAccess } from '../../definition.ts';
import { redactKey } from '../without-key.ts';

/** What an answer says of a request that brought nothing, where the packages follow it on or say no more than that it failed. */

/** States in which jobs end that were declined; the packages would ask for ever. */
const MODERATED = /"(?:status|state)"\s*:\s*"[^"]*moderated"/i;
/** How Google says that it keeps a result back. */
const FILTERED =
  /"finishReason"\s*:\s*"(?:SAFETY|IMAGE_SAFETY|PROHIBITED_CONTENT|IMAGE_PROHIBITED_CONTENT|BLOCKLIST|SPII)"|"blockReason"\s*:\s*"|"raiMediaFilteredReasons"/;
/** How jobs end that failed. */
const FAILED = /"status"\s*:\s*"(?:failed|canceled)"/;
/** Reasons of failed jobs that are rules and no defects. */
const BY_RULES = /nsfw|sensitive|safety|moderation|content policy/i;
const HEAD = 65_536;
const QUOTE = 300;

export const moderationFailure = ({ name }: ProviderAccess): NodeFailure =>
  new NodeFailure('PROVIDER_DECLINED', `${name} declined to answer this by its rules. Change the prompt.`, {
    isUnrecoverable: true,
  });

/** @param text JSON of an answer, as far as it was read @returns null where it is none of those */
export function outcomeFailure(provider: ProviderAccess, text: string): NodeFailure | null {
  const head = text.slice(0, HEAD);
  if (MODERATED.test(head) || FILTERED.test(head)) return moderationFailure(provider);
  if (provider.service !== 'replicate' || !FAILED.test(head)) return null;
  const read = parseJson(text, { limits: DEFAULT_LIMITS, label: 'The answer', hint: '' });
  const { status, error } = ((read.ok ? read.value : null) ?? {}) as { status?: unknown; error?: unknown };
  if (status !== 'failed' && status !== 'canceled') return null;
  const reason = typeof error === 'string' ? error.replaceAll(/\s+/g, ' ').trim() : '';
  if (BY_RULES.test(reason)) return moderationFailure(provider);
  const quote = reason === '' ? '' : ` It says: ${redactKey(provider, reason).slice(0, QUOTE)}`;
  return new NodeFailure(
    'PROVIDER_FAILED',
    `${provider.name} could not do what was asked. Change the prompt.${quote}`,
    { isUnrecoverable: true },
  );
}
