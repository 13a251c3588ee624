import { Dialog as Base } from '@base-ui/react/dialog';
import { GitCompare, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { commands, keysLabel } from '#renderer/commands/index.ts';
import { Button, IconButton, Select } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { modesOf, type ComparedKind, type CompareMode } from '../model/compare-modes.ts';
import type { ImageView } from '../gestures/use-image-view.ts';
import type { ComparedItem } from '../model/viewed-item.ts';
import { BackdropMenu, ZoomTools } from './viewer-bar.tsx';
import css from './viewer.module.css';

const t = words.viewer.compareBar;

const modeLabels: Readonly<Record<CompareMode, string>> = {
  'side-by-side': t.side,
  slider: t.slider,
  blink: t.blink,
  difference: t.difference,
};

/** How outputs are compared, which two, and from how near. */
export function CompareBar({
  items,
  kind,
  mode,
  image,
  pair,
  onPair,
  isDiffOpen,
  onToggleDiff,
}: {
  items: readonly ComparedItem[];
  kind: ComparedKind;
  mode: CompareMode;
  image: ImageView | null;
  /** Of more than two, those that are shown; null where all are. */
  pair: readonly [number, number] | null;
  onPair: (pair: readonly [number, number]) => void;
  isDiffOpen: boolean;
  onToggleDiff: (() => void) | null;
}): ReactElement {
  return (
    <div className={css['bar']}>
      <Base.Title className={css['title']}>{t.compareOutputs(items.length)}</Base.Title>
      {pair ? <PairChoice items={items} pair={pair} onPair={onPair} /> : null}
      {modesOf[kind].length > 0 ? <ModeButtons kind={kind} mode={mode} /> : null}
      {image ? (
        <>
          <ZoomTools image={image} scope="compared" />
          <BackdropMenu scope="compared" />
        </>
      ) : null}
      {onToggleDiff ? (
        <IconButton label={t.differsBetweenRuns} aria-pressed={isDiffOpen} onClick={onToggleDiff}>
          <GitCompare />
        </IconButton>
      ) : null}
      <Base.Close
        render={
          <IconButton label={words.common.close} shortcut="Esc">
            <X />
          </IconButton>
        }
      />
    </div>
  );
}

/** Which two of more are shown. */
function PairChoice({
  items,
  pair,
  onPair,
}: {
  items: readonly ComparedItem[];
  pair: readonly [number, number];
  onPair: (pair: readonly [number, number]) => void;
}): ReactElement {
  const options = items.map((item, index) => ({
    value: String(index),
    label: `${index + 1}. ${item.title}`,
  }));
  const choice = (label: string, at: number, onValue: (index: number) => void): ReactElement => (
    <Select
      label={label}
      hideLabel
      size="small"
      value={String(at)}
      options={options}
      onValueChange={(value) => onValue(Number(value))}
    />
  );
  return (
    <span className={css['tools']}>
      {choice(t.first, pair[0], (index) => onPair([index, pair[1]]))}
      {choice(t.second, pair[1], (index) => onPair([pair[0], index]))}
    </span>
  );
}

const ModeButtons = ({ kind, mode }: { kind: ComparedKind; mode: CompareMode }): ReactElement => (
  <span className={css['modes']} role="group" aria-label={t.toCompare}>
    {modesOf[kind].map(([each, id]) => (
      <Button
        key={each}
        size="small"
        variant="quiet"
        aria-pressed={each === mode}
        title={`${words.commandWords.commands[id].title} (${keysLabel(id, 'compared') ?? ''})`}
        onClick={() => commands.run(id)}
      >
        {modeLabels[each]}
      </Button>
    ))}
  </span>
);
