import { DEFAULT_LIMITS } from '#shared/reading/limits.ts';
import { parseJson } from '#shared/reading/parse-json.ts';

/**
 * Servers that speak as OpenAI does tell fewer figures of each sentence than it, and the package for it refuses them: an
 * answer that is paid would be lost.
 */

/** Figures that nothing here looks at. */
const FIGURES = {
  id: 0,
  seek: 0,
  tokens: [],
  temperature: 0,
  avg_logprob: 0,
  compression_ratio: 0,
  no_speech_prob: 0,
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Adds the figures that are missing. @param fetch whose answers are as large as is read at most */
export const withFigures =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    if (!/json/i.test(response.headers.get('content-type') ?? '')) return response;
    const text = await response.text();
    const head = { status: response.status, headers: response.headers };
    const read = parseJson(text, { limits: DEFAULT_LIMITS, label: 'The answer', hint: '' });
    if (!read.ok || !isRecord(read.value) || !Array.isArray(read.value['segments']))
      return new Response(text, head);
    const segments = read.value['segments'].map((segment: unknown) =>
      isRecord(segment) && segment['type'] === undefined ? { ...FIGURES, ...segment } : segment,
    );
    return new Response(JSON.stringify({ ...read.value, segments }), head);
  };
