import type { ImageModel, LanguageModel } from 'ai';
import type { ProviderAccess } from '../../definition.ts';
import { NodeFailure } from '../../definition.ts';
import { localFailure } from '../provider-refusal.ts';
import { redactKey } from '../without-key.ts';
import type { LibraryFetch } from './library-fetch.ts';
import { POLL_LIMIT_MS, POLL_MS } from './polling.ts';

/**
 * The models of providers as their packages make them. A package is loaded when its provider is asked for the first
 * time, in the thread that asks; keys and addresses are always given, so that none is read from the environment.
 */

interface Settings {
  apiKey: string;
  baseURL: string;
  fetch: typeof globalThis.fetch;
}

export const settingsOf = ({ key, baseUrl }: ProviderAccess, { fetch }: LibraryFetch): Settings => ({
  // Packages look into the environment where they are given none.
  apiKey: key ?? 'none',
  baseURL: baseUrl,
  fetch,
});

export const unsupported = (provider: ProviderAccess, noun: string): NodeFailure =>
  localFailure(
    'UNKNOWN_PROVIDER',
    `${provider.name} makes no ${noun}. Choose another Provider of this node.`,
  );

const compatible = async (provider: ProviderAccess, library: LibraryFetch) =>
  (await import('@ai-sdk/openai-compatible')).createOpenAICompatible({
    ...settingsOf(provider, library),
    name: 'provider',
    includeUsage: true,
    supportsStructuredOutputs: true,
  });

export async function languageModelOf(
  provider: ProviderAccess,
  library: LibraryFetch,
): Promise<LanguageModel> {
  const settings = settingsOf(provider, library);
  switch (provider.service) {
    case 'openai':
      return (await import('@ai-sdk/openai')).createOpenAI(settings)(provider.model);
    case 'google':
      return (await import('@ai-sdk/google')).createGoogleGenerativeAI(settings)(provider.model);
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic(settings)(provider.model);
    case undefined:
    case 'openai-compatible':
    case 'openrouter':
      return (await compatible(provider, library)).chatModel(provider.model);
    default:
      throw unsupported(provider, 'text');
  }
}

export async function imageModelOf(provider: ProviderAccess, library: LibraryFetch): Promise<ImageModel> {
  const settings = settingsOf(provider, library);
  switch (provider.service) {
    case 'openai':
      return (await import('@ai-sdk/openai')).createOpenAI(settings).image(provider.model);
    case 'google':
      return (await import('@ai-sdk/google')).createGoogleGenerativeAI(settings).image(provider.model);
    case 'fal':
      return (await import('@ai-sdk/fal')).createFal(settings).image(provider.model);
    case 'replicate': {
      const { apiKey, ...remaining } = settings;
      const replicate = (await import('@ai-sdk/replicate')).createReplicate({
        ...remaining,
        apiToken: apiKey,
      });
      return replicate.image(provider.model);
    }
    case 'black-forest-labs':
      return (await import('@ai-sdk/black-forest-labs'))
        .createBlackForestLabs({ ...settings, pollIntervalMillis: POLL_MS, pollTimeoutMillis: POLL_LIMIT_MS })
        .image(provider.model);
    case 'luma':
      return (await import('@ai-sdk/luma')).createLuma(settings).image(provider.model);
    case undefined:
    case 'openai-compatible':
      return (await compatible(provider, library)).imageModel(provider.model);
    default:
      throw unsupported(provider, 'images');
  }
}

/** What packages are told of waiting for jobs, each in its own words. */
export const POLLING = {
  blackForestLabs: { pollIntervalMillis: POLL_MS, pollTimeoutMillis: POLL_LIMIT_MS },
  replicate: { pollIntervalMillis: POLL_MS, maxPollAttempts: POLL_LIMIT_MS / POLL_MS },
  luma: { pollIntervalMillis: POLL_MS, maxPollAttempts: POLL_LIMIT_MS / POLL_MS },
} as const;

/** The common part of the packages, without its warnings on the console. */
export async function loadLibrary() {
  const library = await import('ai');
  globalThis.AI_SDK_LOG_WARNINGS = false;
  return library;
}

/** Settings that a provider did not follow, as a line for the log of the run. */
export function warningLine(
  provider: ProviderAccess,
  warnings: readonly { type: string; feature?: string; details?: string; message?: string }[],
): string | null {
  const details = warnings.map(({ feature, details, message }) =>
    [feature, details ?? message].filter((part) => part !== undefined).join(': '),
  );
  if (details.length === 0) return null;
  return redactKey(provider, `${provider.name} did not follow all settings. ${details.join(' ')}`).slice(
    0,
    500,
  );
}

/**
 * Does something with a package. Whatever it throws becomes what our own `fetch` saw, or a sentence without prompts,
 * pictures and keys: the errors of the packages carry all of them.
 */
export async function withLibrary<T>(
  provider: ProviderAccess,
  library: LibraryFetch,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    throw (
      library.failure() ??
      (error instanceof NodeFailure ? error : unexpected(provider, error, library.hasCalled()))
    );
  }
}

/** A package that asked long enough: the job goes on all the same. */
const TIMED_OUT = /timed ?out|did not complete after/i;

const UNSUPPORTED =
  /AI_(?:InvalidArgument|InvalidPrompt|UnsupportedFunctionality|NoSuchModel|TypeValidation)|does not support|no longer supported|only supports/i;

/** What a package refuses by itself, or could not read. Its message is not quoted: it may hold whole answers. */
function unexpected(provider: ProviderAccess, error: unknown, hasCalled: boolean): NodeFailure {
  const { name, message } = error instanceof Error ? error : { name: '', message: '' };
  if (TIMED_OUT.test(name) || TIMED_OUT.test(message))
    return new NodeFailure('PROVIDER_TIMED_OUT', `${provider.name} is still at work on it.`);
  const isUnsupported = /does not support|no longer supported|only supports/i.test(message);
  if (isUnsupported || (UNSUPPORTED.test(name) && !/TypeValidation/.test(name))) {
    const sentence = `${provider.model} of ${provider.name} cannot do this with these inputs. Choose another model, or take a reference, mask or size away.`;
    // A package may see that before it asks.
    return hasCalled
      ? new NodeFailure('PROVIDER_REFUSED', sentence, { isUnrecoverable: true })
      : localFailure('PROVIDER_REFUSED', sentence);
  }
  return new NodeFailure(
    'PROVIDER_BAD_ANSWER',
    `${provider.name} gave no result that can be used. Run again, or choose another model.`,
    { isUnrecoverable: true },
  );
}
