import type { Difference } from '#shared/groups/index.ts';
import { words } from '#renderer/words/index.ts';
import { shortText } from '../../node/value-text.ts';
import { textOf } from '../../node/value-widget.tsx';

const t = words.groups;

const VALUE_LETTERS = 40;

const valueOf = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return t.none;
  if (value === true) return t.yes;
  const stored = typeof value === 'object' && 'value' in value ? value.value : value;
  return stored === null || stored === undefined || stored === ''
    ? t.none
    : shortText(textOf(stored), VALUE_LETTERS);
};

/** How elements and their inputs are called. */
export interface ElementNames {
  titleOf: (element: string) => string;
  pinLabel: (element: string, input: string) => string;
}

/** One difference as a sentence. */
export function describeDifference({ titleOf, pinLabel }: ElementNames, difference: Difference): string {
  const node = titleOf(difference.element);
  if (difference.kind === 'added') return t.added(node);
  if (difference.kind === 'removed') return t.removed(node);
  if (difference.kind === 'wired' || difference.kind === 'unwired') {
    const label = pinLabel(difference.element, difference.input);
    return difference.kind === 'wired' ? t.wired(label, node) : t.unwired(label, node);
  }
  const { field, input = '', current, next, element } = difference;
  const label = {
    type: t.type,
    title: t.title,
    state: input === 'muted' ? t.muted : t.passes,
    input: pinLabel(element, input),
  }[field];
  return t.changed(label, node, valueOf(current), valueOf(next));
}
