import { createParser } from 'eventsource-parser';
import { defineNode } from '../define-node.ts';
import { NodeFailure, type NodeDefinition, type ProviderAccess } from '../definition.ts';
import { image, list, number, optional, text } from '../pins.ts';
import { writeText } from './library/library-text.ts';
import { libraryLimits } from './picture-result.ts';
import { readReferences } from './reference-pictures.ts';
import {
  callProvider,
  parseProviderJson,
  readProviderJson,
  type ProviderResponse,
} from './provider-client.ts';
import type { ProviderLimits } from './provider-request.ts';
import { redactedTail, redactKey } from './without-key.ts';
import { isCompatible, providerOf, providerPins } from './provider-pins.ts';

/** Of requests for texts. */
export const TEXT_LIMITS: ProviderLimits = {
  responseMs: 180_000,
  silenceMs: 90_000,
  // A model may think for minutes before its first word, and a small computer may write a word a second.
  graceMs: 300_000,
  minRate: 20,
  longestRetryMs: 60_000,
  retries: 2,
  responseBytes: 32 * 1024 * 1024,
};

const MAX_TEXT = 1_000_000;
/** What is shown of the text while it comes in. */
const PREVIEW_LENGTH = 240;
/** Nobody knows how long an answer will be: the bar is half full at this length. */
const PROGRESS_MIDPOINT = 800;

interface Choice {
  content: string;
  finish: string | null;
  refusal: string | null;
}

/** @param limits for tests, which cannot wait for minutes. */
export const createAiText = (limits: ProviderLimits = TEXT_LIMITS): NodeDefinition =>
  defineNode({
    type: 'ai/text',
    title: 'Write text',
    description:
      'Asks a language model that you connected, also about images. The answer shows while it is written. The same question gives the kept answer; change Variation for another one.',
    icon: 'sparkles',
    tags: ['ai', 'language model', 'llm', 'chat', 'prompt', 'generate'],
    usesModel: 'text',
    waits: true,
    inputs: {
      prompt: text('Prompt', { default: '', multiline: true }),
      system: text('Instructions', { default: '', multiline: true }),
      images: optional(list(image('Images'))),
      ...providerPins,
      temperature: optional(number('Temperature', { min: 0, max: 2, exposed: false })),
      maxTokens: optional(number('Longest answer', { min: 1, max: 200_000, step: 1, exposed: false })),
    },
    outputs: { text: { label: 'Text', type: 'text' } },
    async run({ prompt, system, images, temperature, maxTokens, variation }, execution) {
      if (prompt.trim() === '') {
        throw new NodeFailure('INPUT_MISSING', 'Prompt is empty. Write what the model should do.');
      }
      const provider = providerOf(execution);
      const pictures = await readReferences(execution, images);
      if (!isCompatible(provider) || pictures.length > 0) {
        execution.progress(0, `Waiting for ${provider.model}`);
        const request = { prompt, system, temperature, maxTokens, seed: variation, images: pictures };
        return { text: await writeText(provider, request, execution, libraryLimits(limits)) };
      }
      const body = {
        model: provider.model,
        messages: [
          ...(system.trim() === '' ? [] : [{ role: 'system', content: system }]),
          { role: 'user', content: prompt },
        ],
        stream: true,
        ...(temperature !== undefined && { temperature }),
        ...(maxTokens !== undefined && { max_tokens: maxTokens }),
        ...(variation !== 0 && { seed: variation }),
      };
      execution.progress(0, `Waiting for ${provider.model}`);
      const response = await callProvider(
        provider,
        '/chat/completions',
        body,
        execution.signal,
        limits,
        execution.beginCall,
      );
      const fullText = await readText(provider, response, (partial) => {
        execution.progress(
          partial.length / (partial.length + PROGRESS_MIDPOINT),
          redactedTail(provider, partial, PREVIEW_LENGTH),
        );
      });
      return { text: fullText };
    },
  });

export const aiText = createAiText();

async function readText(
  provider: ProviderAccess,
  response: ProviderResponse,
  onText: (partial: string) => void,
): Promise<string> {
  if (!response.contentType.toLowerCase().startsWith('text/event-stream')) {
    // Some servers do not stream.
    return finished(provider, choiceOf(provider, await readProviderJson(provider, response), 'message'));
  }
  let content = '';
  let finish: string | null = null;
  let refusal: string | null = null;
  let isComplete = false;
  const parser = createParser({
    onEvent({ data }) {
      if (isComplete) return;
      if (data.trim() === '[DONE]') {
        isComplete = true;
        return;
      }
      const choice = choiceOf(provider, parseProviderJson(provider, data), 'delta');
      content += choice.content;
      finish = choice.finish ?? finish;
      if (choice.refusal !== null) refusal = (refusal ?? '') + choice.refusal;
      if (content.length > MAX_TEXT) {
        throw new NodeFailure(
          'PROVIDER_ANSWER_TOO_LARGE',
          `${provider.name} wrote more than a million characters. Set Longest answer.`,
        );
      }
      if (choice.content !== '') onText(content);
    },
  });
  const decoder = new TextDecoder();
  for await (const chunk of response.chunks()) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    if (isComplete) break;
  }
  if (!isComplete && finish === null) {
    throw new NodeFailure(
      'PROVIDER_CUT_OFF',
      `The answer of ${provider.name} broke off in the middle. Run again.`,
    );
  }
  return finished(provider, { content, finish, refusal });
}

function finished(provider: ProviderAccess, { content, finish, refusal }: Choice): string {
  if (refusal !== null || finish === 'content_filter') {
    const quote = refusal === null ? '' : ` It says: ${redactKey(provider, refusal).slice(0, 300)}`;
    throw new NodeFailure(
      'PROVIDER_DECLINED',
      `${provider.name} declined to answer this. Change the prompt.${quote}`,
    );
  }
  if (content === '') {
    throw new NodeFailure(
      'PROVIDER_EMPTY_ANSWER',
      `${provider.name} answered without any text. Change the prompt, or raise Longest answer.`,
    );
  }
  return content;
}

/** Reads the first choice of an answer or of one event. @throws NodeFailure when it is something else. */
function choiceOf(provider: ProviderAccess, value: unknown, field: 'message' | 'delta'): Choice {
  const { choices, error } = (value ?? {}) as { choices?: unknown; error?: { message?: unknown } };
  if (error !== undefined && error !== null) {
    const quoteText =
      typeof error.message === 'string'
        ? ` It says: ${redactKey(provider, error.message).slice(0, 300)}`
        : '';
    throw new NodeFailure(
      'PROVIDER_FAILED',
      `${provider.name} failed while it answered. Run again.${quoteText}`,
    );
  }
  if (!Array.isArray(choices)) {
    throw new NodeFailure(
      'PROVIDER_BAD_ANSWER',
      `${provider.name} answered something else than a chat completion. Check its base URL.`,
    );
  }
  // The last event of a stream may carry figures only.
  const [first] = choices as { [key: string]: unknown }[];
  const delta = (first?.[field] ?? {}) as { content?: unknown; refusal?: unknown };
  const finish = first?.['finish_reason'];
  return {
    content: typeof delta.content === 'string' ? delta.content : '',
    finish: typeof finish === 'string' ? finish : null,
    refusal: typeof delta.refusal === 'string' && delta.refusal !== '' ? delta.refusal : null,
  };
}
