import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { IconButton, TextField } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { dayAt, adjacentDay, readDay } from './day-text.ts';
import css from './day-field.module.css';

/** One day: typed as it is written anywhere, or gone through day by day. */
export function DayField({
  day,
  onDay,
}: {
  /** `2026-11-24`. */
  day: string;
  onDay: (day: string) => void;
}): ReactElement {
  const [typed, setTyped] = useState<string | null>(null);
  const text = words.gallery;
  const isInvalid = typed !== null && typed.trim() !== '' && readDay(typed) === null;
  const step = (by: number): void => {
    setTyped(null);
    // Without one it begins today, by the clock of this computer.
    onDay(adjacentDay(day === '' ? dayAt(new Date()) : day, by));
  };
  return (
    <div className={css['day']}>
      <IconButton label={text.dayBefore} onClick={() => step(-1)}>
        <ChevronLeft />
      </IconButton>
      <TextField
        label={text.day}
        hideLabel
        placeholder="2026-11-24"
        value={typed ?? day}
        error={isInvalid ? text.noDay : null}
        onBlur={() => setTyped(null)}
        onValueChange={(next) => {
          setTyped(next);
          const found = readDay(next);
          if (found !== null) onDay(found);
        }}
      />
      <IconButton label={text.dayAfter} onClick={() => step(1)}>
        <ChevronRight />
      </IconButton>
    </div>
  );
}
