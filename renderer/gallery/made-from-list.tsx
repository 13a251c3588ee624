import { Pencil } from 'lucide-react';
import type { ReactElement } from 'react';
import type { OutputBatch, OutputInput } from '#shared/desk/index.ts';
import { IconButton, inputLabel, valueLabel } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import css from './details.module.css';

/** Whether a grid varied an input: its place says it, `Angle 225` or `Light · Angle 225`. */
function isVaried({ nodeTitle, name, value }: OutputInput, batch: OutputBatch | null): boolean {
  const own = `${inputLabel(name)} ${valueLabel(value)}`;
  const parts = batch?.place.split(', ') ?? [];
  return parts.includes(own) || parts.includes(`${nodeTitle ?? ''} · ${own}`);
}

export interface MadeFromListProps {
  inputs: readonly OutputInput[];
  /** How many of them, from the start, somebody set; the others hold what their node type gives them. */
  setCount: number;
  batch: OutputBatch | null;
  /** Runs it again with another value; null where it cannot be. */
  onAgain: ((input: OutputInput) => void) | null;
}

/** What an output was made from: what a grid varied first, then what was set; the rest is folded, unless it is all there is. */
export function MadeFromList({ inputs, setCount, batch, onAgain }: MadeFromListProps): ReactElement {
  const set = inputs.slice(0, setCount);
  const varied = set.filter((input) => isVaried(input, batch));
  const others = set.filter((input) => !isVaried(input, batch));
  const untouched = inputs.slice(setCount);
  const row = (input: OutputInput) => (
    <Row key={`${input.nodeId} ${input.name}`} input={input} onAgain={onAgain} />
  );
  return (
    <>
      {set.length === 0 ? null : (
        <ul className={css['inputs']} aria-label="Inputs it was made from">
          {[...varied, ...others].map(row)}
        </ul>
      )}
      {untouched.length === 0 ? null : (
        <details className={css['untouched']} open={set.length === 0}>
          <summary>{words.gallery.untouched(untouched.length)}</summary>
          <ul className={css['inputs']} aria-label={words.gallery.untouched(untouched.length)}>
            {untouched.map(row)}
          </ul>
        </details>
      )}
    </>
  );
}

function Row({ input, onAgain }: { input: OutputInput } & Pick<MadeFromListProps, 'onAgain'>): ReactElement {
  const value = valueLabel(input.value);
  return (
    <li>
      <span className={css['inputName']} dir="auto">
        {input.nodeTitle ? `${input.nodeTitle} · ` : ''}
        {inputLabel(input.name)}
      </span>
      <span className={css['inputValue']} dir="auto" title={value.slice(0, 1000)}>
        {value}
      </span>
      {onAgain !== null && input.value.type !== 'file' ? (
        <IconButton label={`Again with another ${inputLabel(input.name)}`} onClick={() => onAgain(input)}>
          <Pencil />
        </IconButton>
      ) : null}
    </li>
  );
}
