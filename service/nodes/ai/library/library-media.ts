import { NodeFailure, type NodeExecution, type ProviderAccess } from '../../definition.ts';
import { localFailure } from '../provider-refusal.ts';
import { createLibraryFetch, type LibraryLimits } from './library-fetch.ts';
import { speechModelOf, transcriptionModelOf, videoModelOf } from './library-media-models.ts';
import { loadLibrary, warningLine, withLibrary } from './library-models.ts';
import { POLL_LIMIT_MS, POLL_MS } from './polling.ts';

/** Video, speech and transcriptions of a provider, by its package: one call makes one, and none is repeated. */

export interface VideoRequest {
  prompt: string;
  /** What the video begins and ends with. */
  first: Uint8Array | undefined;
  last: Uint8Array | undefined;
  seconds: number;
  /** `16:9`, or `auto`. */
  aspect: string;
  /** `1280x720`, or `auto`. */
  size: string;
  /** 0: the provider's choice. */
  seed: number;
  /** Whether a model that can makes sound, too; undefined: its choice. */
  sound: boolean | undefined;
}

/** Services whose models are told how a video ends. */
const WITH_LAST_FRAME: ReadonlySet<string> = new Set(['google', 'black-forest-labs']);
/** Services whose models are told where to begin. */
const SEEDED: ReadonlySet<string> = new Set(['fal', 'replicate', 'google']);

/** A number that a package passes on from an answer. */
const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;

/** What a package passes on of the first video of an answer. */
function detailsOf(metadata: unknown): Readonly<Record<string, unknown>> {
  for (const details of Object.values((metadata ?? {}) as Record<string, unknown>)) {
    const videos = (details as { videos?: unknown } | null)?.videos;
    if (Array.isArray(videos) && typeof videos[0] === 'object' && videos[0] !== null)
      return videos[0] as Record<string, unknown>;
  }
  return {};
}

/** @returns the bytes of the video, unchecked. @throws NodeFailure */
export async function makeVideo(
  provider: ProviderAccess,
  request: VideoRequest,
  execution: NodeExecution,
  limits: LibraryLimits,
): Promise<Uint8Array> {
  const { signal } = execution;
  const { prompt, first, last, seconds, aspect, size, seed, sound } = request;
  const service = provider.service ?? '';
  // Before anything is paid: the packages would leave it out.
  if (last !== undefined && !WITH_LAST_FRAME.has(service))
    throw localFailure(
      'PROVIDER_REFUSED',
      `${provider.name} takes no last frame. Take it away, or choose another Provider of this node.`,
    );
  if (last !== undefined && first === undefined)
    throw localFailure('INPUT_MISSING', 'A last frame needs a first one. Plug one into First frame.');
  const library = createLibraryFetch(provider, execution, limits);
  return await withLibrary(provider, library, signal, async () => {
    const { experimental_generateVideo: generateVideo } = await loadLibrary();
    const result = await generateVideo({
      model: await videoModelOf(provider, library),
      prompt,
      n: 1,
      frameImages: [
        ...(first === undefined ? [] : [{ image: first, frameType: 'first_frame' as const }]),
        ...(last === undefined ? [] : [{ image: last, frameType: 'last_frame' as const }]),
      ],
      duration: seconds,
      ...(aspect !== 'auto' && { aspectRatio: aspect as `${number}:${number}` }),
      ...(size !== 'auto' && { resolution: size as `${number}x${number}` }),
      ...(seed !== 0 && SEEDED.has(service) && { seed }),
      ...(sound !== undefined && { generateAudio: sound }),
      maxRetries: 0,
      abortSignal: signal,
      poll: { intervalMs: POLL_MS, timeoutMs: POLL_LIMIT_MS },
      download: async ({ url }) => ({ data: await library.fetchFile(url.href), mediaType: undefined }),
    });
    const line = warningLine(provider, result.warnings);
    if (line !== null) execution.log(line);
    const { cost, duration } = detailsOf(result.providerMetadata);
    const cents = service === 'black-forest-labs' ? numberOf(cost) : undefined;
    const length = numberOf(duration);
    execution.reportUsage?.({
      ...(length !== undefined && { seconds: length }),
      ...(cents !== undefined && { cents }),
    });
    return result.video.uint8Array;
  });
}

export interface SpeechRequest {
  text: string;
  /** Empty: the provider's choice. */
  voice: string;
  instructions: string;
  /** 1 is as usual. */
  speed: number;
  format: 'mp3' | 'wav';
}

/** @returns the bytes of the sound, unchecked. @throws NodeFailure */
export async function makeSpeech(
  provider: ProviderAccess,
  { text, voice, instructions, speed, format }: SpeechRequest,
  execution: NodeExecution,
  limits: LibraryLimits,
): Promise<Uint8Array> {
  const { signal } = execution;
  const library = createLibraryFetch(provider, execution, limits);
  return await withLibrary(provider, library, signal, async () => {
    const { generateSpeech } = await loadLibrary();
    const result = await generateSpeech({
      model: await speechModelOf(provider, library),
      text,
      ...(voice.trim() !== '' && { voice: voice.trim() }),
      ...(instructions.trim() !== '' && { instructions }),
      ...(speed !== 1 && { speed }),
      // Its form is read from its bytes; fal gives what its model makes.
      ...(provider.service !== 'fal' && { outputFormat: format }),
      maxRetries: 0,
      abortSignal: signal,
    });
    const line = warningLine(provider, result.warnings);
    if (line !== null) execution.log(line);
    execution.reportUsage?.({ characters: text.length });
    return result.audio.uint8Array;
  });
}

/** Words between two times, in seconds. */
export interface SpeechSegment {
  text: string;
  from: number;
  to: number;
}

export interface Transcription {
  text: string;
  /** Sentences or single words, as the model tells them; none where it tells no times. */
  segments: SpeechSegment[];
  /** As `en`; empty where it is not known. */
  language: string;
  /** Seconds; null where it is not known. */
  seconds: number | null;
}

/** Segments of one answer, at most: a word a quarter of a second for fourteen hours. */
const MAX_SEGMENTS = 200_000;
const MAX_TEXT = 2_000_000;

/** @param language as `en`; empty: found by the model. @throws NodeFailure */
export async function transcribeSound(
  provider: ProviderAccess,
  { audio, language }: { audio: Uint8Array; language: string },
  execution: NodeExecution,
  limits: LibraryLimits,
): Promise<Transcription> {
  const { signal } = execution;
  const library = createLibraryFetch(provider, execution, limits);
  const { service = 'openai-compatible', model } = provider;
  // Of models that know both, sentences: words are put together again by us otherwise.
  const isVerbose = service === 'openai-compatible' || /whisper/i.test(model);
  const languageOption = language === '' ? {} : { language };
  return await withLibrary(provider, library, signal, async () => {
    const { transcribe } = await loadLibrary();
    const result = await transcribe({
      model: await transcriptionModelOf(provider, library),
      audio,
      maxRetries: 0,
      abortSignal: signal,
      providerOptions: {
        openai: { ...languageOption, ...(isVerbose && { responseFormat: 'verbose_json' as const }) },
        fal: { ...languageOption, chunkLevel: 'segment' as const, diarize: false },
      },
    });
    const line = warningLine(provider, result.warnings);
    if (line !== null) execution.log(line);
    const seconds = numberOf(result.durationInSeconds);
    execution.reportUsage?.(seconds === undefined ? {} : { seconds });
    if (result.text.length > MAX_TEXT || result.segments.length > MAX_SEGMENTS)
      throw new NodeFailure(
        'PROVIDER_ANSWER_TOO_LARGE',
        `${provider.name} wrote more than fits into captions. Transcribe a shorter sound.`,
      );
    return {
      text: result.text.trim(),
      segments: result.segments.map(({ text, startSecond, endSecond }) => ({
        text,
        from: startSecond,
        to: endSecond,
      })),
      language: result.language ?? '',
      seconds: seconds ?? null,
    };
  });
}
