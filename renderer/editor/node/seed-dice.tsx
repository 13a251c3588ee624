import { Dices } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import type { PinType } from '#shared/graph/pin-type.ts';
import { IconButton } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { randomSeed } from '../model/editing.ts';
import css from './widgets.module.css';

const t = words.editorNode.seedDice;

const SEED_NAMES: ReadonlySet<string> = new Set(['seed', 'variation']);

/** Whether an input takes a number that says where chance begins. */
export const isSeedPin = (name: string, { base }: Pick<PinType, 'base'>): boolean =>
  base === 'number' && SEED_NAMES.has(name.toLowerCase());

/** A seed with a dice beside it: another number with each press. */
export function SeedDice({
  label,
  type,
  children,
  onRoll,
}: {
  label: string;
  type: PinType;
  children: ReactNode;
  onRoll: (seed: number) => void;
}): ReactElement {
  return (
    <span className={css['seed']}>
      {children}
      <IconButton label={t.roll(label)} onClick={() => onRoll(randomSeed(type))}>
        <Dices />
      </IconButton>
    </span>
  );
}
