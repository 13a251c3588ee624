import type { Sound } from '#shared/film/film.ts';
import type { FilmComposer } from '#shared/film/film-composer.ts';
import { limit } from '#shared/film/mix.ts';
import { LoudnessMeter } from './loudness.ts';
import type { Loudness } from './messages.ts';
import type { PageCanvas } from './page-canvas.ts';

const SAMPLE_RATE = 48_000;
/** Samples that are mixed at a time. */
const BLOCK_LENGTH = SAMPLE_RATE;

/** Mixes a part of a film as an export does, and says how loud it is. @throws the reason of the signal */
export async function measureLoudness(
  composer: FilmComposer<PageCanvas>,
  { from, to }: { from: number; to: number },
  { signal, onProgress }: { signal: AbortSignal; onProgress: (completed: number, total: number) => void },
): Promise<Loudness> {
  const meter = new LoudnessMeter(SAMPLE_RATE);
  let peak = 0;
  const first = Math.round(from * SAMPLE_RATE);
  const total = Math.max(0, Math.round(to * SAMPLE_RATE) - first);
  for (let processed = 0; processed < total; processed += BLOCK_LENGTH) {
    signal.throwIfAborted();
    const block = await composer.mix(
      first + processed,
      Math.min(BLOCK_LENGTH, total - processed),
      SAMPLE_RATE,
    );
    peak = Math.max(peak, peakOf(block));
    limit(block);
    meter.add(block);
    onProgress(Math.min(total, processed + BLOCK_LENGTH), total);
  }
  return { integrated: meter.integrated(), peak: peak > 0 ? 20 * Math.log10(peak) : null };
}

function peakOf({ left, right }: Sound): number {
  let peak = 0;
  for (const side of [left, right]) for (const sample of side) peak = Math.max(peak, Math.abs(sample));
  return peak;
}
