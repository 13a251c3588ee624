import { AudioWaveform } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { LoudnessState } from './use-loudness.ts';
import css from './monitor.module.css';

/** A button that measures how loud the film is, and then says it. */
export function LoudnessValue({
  state,
  scope,
  onToggle,
}: {
  state: LoudnessState;
  /** What is measured: the film, or its marked range. */
  scope: 'film' | 'range';
  onToggle: () => void;
}): ReactElement {
  const text = textOf(state);
  const scopeLabel = words.film.loudnessScopes[scope];
  return (
    <Button
      size="small"
      variant="quiet"
      className={css['loudness']}
      aria-label={`${words.film.loudnessOf(scopeLabel)}: ${text}`}
      title={words.film.loudnessOf(scopeLabel)}
      onClick={onToggle}
    >
      {state.kind === 'unknown' ? <AudioWaveform aria-hidden /> : null}
      <span aria-live="polite">{text}</span>
    </Button>
  );
}

function textOf(state: LoudnessState): string {
  const { film } = words;
  switch (state.kind) {
    case 'unknown':
      return film.measureLoudness;
    case 'measuring':
      return film.loudnessMeasuring(state.fraction);
    case 'failed':
      return film.loudnessFailed;
    default: {
      const { integrated, peak } = state.loudness;
      if (integrated === null || peak === null) return film.silent;
      return `${film.lufs(integrated)}, ${peak > 0 ? film.peakTooLoud(peak) : film.peak(peak)}`;
    }
  }
}
