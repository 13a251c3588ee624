import { NodeFailure, type NodeExecution, type ProviderAccess } from '../../definition.ts';
import { createLibraryFetch, type LibraryLimits } from './library-fetch.ts';
import { imageModelOf, loadLibrary, POLLING, warningLine, withLibrary } from './library-models.ts';

/** One picture of a provider, by its package. One call makes one: a second never depends on the first. */

export interface PictureRequest {
  prompt: string;
  /** `1024x1024`, or `auto`. */
  size: string;
  /** `16:9`, or `auto`: as the size says. */
  aspect: string;
  /** 0: the provider's choice. */
  seed: number;
  /** What is changed, or looked at. */
  images?: readonly Uint8Array[];
  mask?: Uint8Array | undefined;
  /** Settings of a model that only its service knows. */
  settings?: Readonly<Record<string, string | number>>;
}

/** Services whose models know shapes and no sizes. */
const BY_ASPECT: ReadonlySet<string> = new Set(['google', 'luma', 'replicate']);
/** Services whose models are told where to begin. */
const SEEDED: ReadonlySet<string> = new Set(['fal', 'replicate', 'black-forest-labs']);
/** Pictures of one request, at most. */
export const MAX_REFERENCES = 8;

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

function aspectOf(size: string): `${number}:${number}` | undefined {
  const [width = 0, height = 0] = size.split('x').map(Number);
  if (!(width > 0 && height > 0)) return undefined;
  const common = divisor(width, height);
  return `${width / common}:${height / common}`;
}

/** What is said of the shape: a size where the model knows sizes, else the shape alone. */
function shapeOf({ service }: ProviderAccess, { size, aspect }: Pick<PictureRequest, 'size' | 'aspect'>) {
  if (aspect !== 'auto' && service !== 'openai') return { aspectRatio: aspect as `${number}:${number}` };
  if (size === 'auto') return {};
  if (!BY_ASPECT.has(service ?? '')) return { size: size as `${number}x${number}` };
  const aspectRatio = aspectOf(size);
  return aspectRatio === undefined ? {} : { aspectRatio };
}

/** @returns the bytes of the picture, unchecked. @throws NodeFailure */
export async function makePicture(
  provider: ProviderAccess,
  request: PictureRequest,
  execution: NodeExecution,
  limits: LibraryLimits,
): Promise<Uint8Array> {
  const { signal } = execution;
  const library = createLibraryFetch(provider, execution, limits);
  const { prompt, seed, images = [], mask, settings = {} } = request;
  if (images.length > MAX_REFERENCES)
    throw new NodeFailure(
      'INPUT_INVALID',
      `At most ${MAX_REFERENCES} pictures go with one request. Take some away.`,
    );
  return await withLibrary(provider, library, signal, async () => {
    const { generateImage } = await loadLibrary();
    const result = await generateImage({
      model: await imageModelOf(provider, library),
      prompt:
        images.length === 0
          ? prompt
          : {
              ...(prompt !== '' && { text: prompt }),
              images: [...images],
              ...(mask !== undefined && { mask }),
            },
      n: 1,
      // What is repeated by itself may be paid twice.
      maxRetries: 0,
      abortSignal: signal,
      ...shapeOf(provider, request),
      ...(seed !== 0 && SEEDED.has(provider.service ?? '') && { seed }),
      providerOptions: {
        ...POLLING,
        fal: { ...settings, ...(images.length > 1 && { useMultipleImages: true }) },
        replicate: { ...POLLING.replicate, ...settings },
      },
    });
    const line = warningLine(provider, result.warnings);
    if (line !== null) execution.log(line);
    const { inputTokens, outputTokens } = result.usage;
    const [details] = result.providerMetadata['blackForestLabs']?.images ?? [];
    const cost = (details as { cost?: unknown } | undefined)?.cost;
    execution.reportUsage?.({
      ...(inputTokens !== undefined && { tokensIn: inputTokens }),
      ...(outputTokens !== undefined && { tokensOut: outputTokens }),
      // Its credits are cents, too.
      ...(typeof cost === 'number' && { cents: cost }),
    });
    return result.image.uint8Array;
  });
}
