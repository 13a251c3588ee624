import type { NodeExecution, ProviderAccess } from '../../definition.ts';
import { NodeFailure } from '../../definition.ts';
import type { JsonSchema } from '../data-fields.ts';
import { redactedTail, redactKey } from '../without-key.ts';
import { createLibraryFetch, type LibraryLimits } from './library-fetch.ts';
import { languageModelOf, loadLibrary, warningLine, withLibrary } from './library-models.ts';

/** Text of a provider, by its package: streamed, with pictures to look at where there are some. */

export interface TextRequest {
  prompt: string;
  system: string;
  temperature: number | undefined;
  maxTokens: number | undefined;
  /** 0: the provider's choice. */
  seed: number;
  images: readonly Uint8Array[];
  /** Set where the text is to be JSON of this shape, for models that follow one. */
  schema?: JsonSchema;
}

const MAX_TEXT = 1_000_000;
/** What is shown of the text while it comes in. */
const PREVIEW_LENGTH = 240;
/** Nobody knows how long an answer will be: the bar is half full at this length. */
const PROGRESS_MIDPOINT = 800;

/** Services whose models are told where to begin. */
const SEEDED: ReadonlySet<string> = new Set(['google', 'openrouter', 'openai-compatible']);

/** What is asked: the prompt, with its pictures before it. */
const messageOf = ({ prompt, images }: TextRequest) => ({
  role: 'user' as const,
  content: [
    ...images.map((image) => ({ type: 'image' as const, image })),
    { type: 'text' as const, text: prompt },
  ],
});

/** @returns the whole text. @throws NodeFailure, also where the stream ends with an error or in the middle */
export async function writeText(
  provider: ProviderAccess,
  request: TextRequest,
  execution: NodeExecution,
  limits: LibraryLimits,
): Promise<string> {
  const { signal } = execution;
  const library = createLibraryFetch(provider, execution, limits);
  const { system, temperature, maxTokens, seed, schema } = request;
  return await withLibrary(provider, library, signal, async () => {
    const { streamText, jsonSchema, Output } = await loadLibrary();
    const result = streamText({
      model: await languageModelOf(provider, library),
      messages: [messageOf(request)],
      ...(system.trim() !== '' && { instructions: system }),
      ...(temperature !== undefined && { temperature }),
      ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
      ...(seed !== 0 && SEEDED.has(provider.service ?? 'openai-compatible') && { seed }),
      // What it wrote is checked by us, with sentences of ours.
      ...(schema !== undefined && { output: Output.object({ schema: jsonSchema(schema) }) }),
      maxRetries: 0,
      abortSignal: signal,
      // Errors are parts of the stream; otherwise they are printed, with the prompt.
      onError: () => undefined,
    });
    let content = '';
    let finish: string | null = null;
    for await (const chunk of result.fullStream) {
      if (chunk.type === 'error') throw streamFailure(provider, chunk.error);
      if (chunk.type === 'text-delta') {
        content += chunk.text;
        if (content.length > MAX_TEXT) throw lengthFailure(provider);
        execution.progress(
          content.length / (content.length + PROGRESS_MIDPOINT),
          redactedTail(provider, content, PREVIEW_LENGTH),
        );
      } else if (chunk.type === 'finish') {
        // A stream that ends early has a reason of the package, and none of the provider; OpenAI names none, but figures.
        const isComplete =
          provider.service === 'openai'
            ? chunk.totalUsage.outputTokens !== undefined
            : chunk.rawFinishReason !== undefined;
        finish = isComplete ? chunk.finishReason : null;
        reportTokens(execution, chunk.totalUsage);
      }
    }
    const line = warningLine(provider, (await result.warnings) ?? []);
    if (line !== null) execution.log(line);
    return finished(provider, content, finish);
  });
}

/** Passes on what a provider says of the tokens, where it says it of both directions. */
export function reportTokens(
  execution: Pick<NodeExecution, 'reportUsage'>,
  usage: { inputTokens: number | undefined; outputTokens: number | undefined; raw?: unknown },
): void {
  const { inputTokens, outputTokens, raw } = usage;
  // OpenRouter says what it charged, in dollars.
  const cost = (raw as { cost?: unknown } | undefined)?.cost;
  execution.reportUsage?.({
    ...(inputTokens !== undefined && { tokensIn: inputTokens }),
    ...(outputTokens !== undefined && { tokensOut: outputTokens }),
    ...(typeof cost === 'number' && { cents: cost * 100 }),
  });
}

const lengthFailure = ({ name }: ProviderAccess): NodeFailure =>
  new NodeFailure(
    'PROVIDER_ANSWER_TOO_LARGE',
    `${name} wrote more than a million characters. Set Longest answer.`,
  );

/** How a package says that a stream just ended. */
const TRUNCATED = /ended without a finish reason/i;

const truncationFailure = ({ name }: ProviderAccess): NodeFailure =>
  new NodeFailure('PROVIDER_CUT_OFF', `The answer of ${name} broke off in the middle. Run again.`);

/** An error in the middle of a stream. What was written until then is no answer. */
export function streamFailure(provider: ProviderAccess, error: unknown): unknown {
  if (error instanceof NodeFailure) return error;
  if (error instanceof Error && TRUNCATED.test(error.message)) return truncationFailure(provider);
  const message = typeof error === 'string' ? error : (error as { message?: unknown } | null)?.message;
  const quote =
    typeof message === 'string' && message.length <= 1000
      ? ` It says: ${redactKey(provider, message).replaceAll(/\s+/g, ' ').slice(0, 300)}`
      : '';
  return new NodeFailure('PROVIDER_FAILED', `${provider.name} failed while it answered. Run again.${quote}`);
}

function finished(provider: ProviderAccess, content: string, finish: string | null): string {
  const { name } = provider;
  if (finish === 'content-filter') {
    throw new NodeFailure(
      'PROVIDER_DECLINED',
      `${name} declined to answer this by its rules. Change the prompt.`,
    );
  }
  if (finish === null || finish === 'error' || finish === 'other') throw truncationFailure(provider);
  if (content !== '') return content;
  throw new NodeFailure(
    'PROVIDER_EMPTY_ANSWER',
    `${name} answered without any text. Change the prompt, or raise Longest answer.`,
  );
}
