import { Dialog as Base } from '@base-ui/react/dialog';
import { useRef, useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import { assertNever } from '#shared/language/assert-never.ts';
import { pressedKey } from '#renderer/keys/index.ts';
import { runKeyCommand, useCommandContext, useCommands } from '#renderer/commands/index.ts';
import { words } from '#renderer/words/index.ts';
import { BlinkView, useBlink, type Blink } from '../parts/blink-view.tsx';
import { CompareBar } from '../parts/compare-bar.tsx';
import { belongsToControl } from '../model/control-keys.ts';
import { comparedKindOf, firstMode, type ComparedKind, type CompareMode } from '../model/compare-modes.ts';
import { DifferenceView } from '../parts/difference-view.tsx';
import { selectNextBackdrop } from '../model/ground.ts';
import { SideBySide } from '../parts/side-by-side.tsx';
import { SliderView } from '../parts/slider-view.tsx';
import { TextDiff } from '../parts/text-diff.tsx';
import { useImageView, type ImageView } from '../gestures/use-image-view.ts';
import type { ComparedItem } from '../model/viewed-item.ts';
import css from '../parts/viewer.module.css';

const t = words.viewer.compareView;

/** Two to four outputs: beside each other, below a slider, blinking, or their difference. */
export function Compare({
  items,
  onClose,
  renderRunDiff,
}: {
  items: readonly ComparedItem[];
  onClose: () => void;
  renderRunDiff: ((items: readonly ComparedItem[]) => ReactNode) | undefined;
}): ReactElement {
  const popup = useRef<HTMLDivElement>(null);
  const kind = comparedKindOf(items);
  const [mode, setMode] = useState<CompareMode>(() => firstMode(kind));
  const [pair, setPair] = useState<readonly [number, number]>([0, 1]);
  const [isDiffOpen, setDiffOpen] = useState(false);
  // Pictures of any size fill their places, so that the same view shows the same part of each.
  const image = useImageView('compared', Infinity);
  const blink = useBlink(items.length, mode === 'blink');
  useCompareCommands(kind, image, setMode);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (belongsToControl(event)) return;
    const by = pressedKey(event) === 'ArrowRight' ? 1 : pressedKey(event) === 'ArrowLeft' ? -1 : 0;
    if (mode === 'blink' && by !== 0) {
      blink.step(by);
      event.preventDefault();
      event.stopPropagation();
    } else if (runKeyCommand('compared', event.nativeEvent)) event.stopPropagation();
  };
  const runDiff = isDiffOpen ? renderRunDiff?.(items) : null;
  return (
    <Base.Root open onOpenChange={(next) => (next ? undefined : onClose())}>
      <Base.Portal>
        <Base.Popup ref={popup} initialFocus={popup} className={css['viewer']} onKeyDown={onKeyDown}>
          <CompareBar
            items={items}
            kind={kind}
            mode={mode}
            image={kind === 'image' ? image : null}
            pair={items.length > 2 && (mode === 'slider' || mode === 'difference') ? pair : null}
            onPair={setPair}
            isDiffOpen={isDiffOpen}
            onToggleDiff={renderRunDiff ? () => setDiffOpen((open) => !open) : null}
          />
          <div className={css['body']}>
            <div className={css['stageArea']}>
              <ComparedStage items={items} pair={pair} kind={kind} mode={mode} image={image} blink={blink} />
            </div>
            {runDiff ? (
              <aside className={css['details']} aria-label={t.differsBetweenRuns}>
                {runDiff}
              </aside>
            ) : null}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** What is compared, in the way that was chosen. */
function ComparedStage({
  items,
  pair,
  kind,
  mode,
  image,
  blink,
}: {
  items: readonly ComparedItem[];
  pair: readonly [number, number];
  kind: ComparedKind;
  mode: CompareMode;
  image: ImageView;
  blink: Blink;
}): ReactElement | null {
  const [first, second] = [items[pair[0]], items[pair[1]]];
  if (!first || !second) return null;
  switch (mode) {
    case 'side-by-side':
      return <SideBySide items={items} kind={kind} image={image} />;
    case 'blink':
      return <BlinkView items={items} blink={blink} image={image} />;
    case 'slider':
      return <SliderView first={first} second={second} image={image} />;
    case 'difference':
      return kind === 'text' ? (
        <TextDiff first={first} second={second} />
      ) : (
        <DifferenceView first={first} second={second} image={image} />
      );
    default:
      return assertNever(mode);
  }
}

function useCompareCommands(
  kind: ComparedKind,
  image: ImageView,
  setMode: (mode: CompareMode) => void,
): void {
  const isImage = kind === 'image';
  useCommandContext({
    canZoomIn: isImage,
    canZoomOut: isImage,
    viewedKind: isImage ? 'image' : 'other',
    comparedKind: kind,
  });
  useCommands('output-comparison', {
    'view.zoom-in': image.zoomIn,
    'view.zoom-out': image.zoomOut,
    'view.zoom-reset': image.fullSize,
    'view.fit': image.fit,
    'output.ground': selectNextBackdrop,
    'compare.side-by-side': () => setMode('side-by-side'),
    'compare.slider': () => setMode('slider'),
    'compare.blink': () => setMode('blink'),
    'compare.difference': () => setMode('difference'),
  });
}
