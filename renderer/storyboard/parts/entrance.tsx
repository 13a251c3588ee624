import { Blend, Sunrise } from 'lucide-react';
import type { ReactElement } from 'react';
import type { StoryboardShot } from '#shared/storyboard/document.ts';
import { transitionInOf, transitionSeconds } from '#shared/storyboard/transitions.ts';
import { formatSeconds } from '#renderer/timeline/index.ts';
import { Select } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import css from './shot-card.module.css';

const texts = words.storyboard.entrance;
const TRANSITIONS = ['cut', 'dissolve', 'fade'] as const;
const MARKS = { dissolve: Blend, fade: Sunrise } as const;

interface TransitionProps {
  shot: StoryboardShot;
  /** How long the shot is. */
  seconds: number;
  /** Whether nothing plays before it. */
  isFirst: boolean;
}

/** How a shot comes in, as it is chosen: what a transition of another program is called stays in the list. */
export function TransitionSelect({
  shot,
  seconds,
  isFirst,
  onChange,
}: TransitionProps & { onChange: (transition: string) => void }): ReactElement {
  const values = [...new Set<string>([...TRANSITIONS, shot.transition])];
  const length = formatSeconds(transitionSeconds(seconds));
  return (
    <span className={css['transition']}>
      <Select
        label={texts.label}
        hideLabel
        size="small"
        value={shot.transition}
        options={values.map((value) => ({ value, label: texts.comesIn(value, length, isFirst) }))}
        onValueChange={onChange}
      />
    </span>
  );
}

/** Stands between two cards where the second comes in otherwise than at once. */
export function TransitionMark({ shot, seconds, isFirst }: TransitionProps): ReactElement | null {
  const transition = transitionInOf(shot.transition, isFirst);
  if (transition === 'cut') return null;
  const Mark = MARKS[transition];
  return (
    <span
      className={css['entranceMark']}
      data-mark={transition}
      title={texts.comesIn(transition, formatSeconds(transitionSeconds(seconds)), isFirst)}
      aria-hidden
    >
      <Mark />
    </span>
  );
}
