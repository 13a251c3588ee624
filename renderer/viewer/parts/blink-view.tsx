import { Pause, Play } from 'lucide-react';
import { useEffect, useState, type ReactElement } from 'react';
import { IconButton } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { SharedPicture } from './compared-pane.tsx';
import type { ImageView } from '../gestures/use-image-view.ts';
import type { ComparedItem } from '../model/viewed-item.ts';
import css from './compare.module.css';

const t = words.viewer.blinkView;

/** How long each is seen. */
const BLINK_MS = 700;

export interface Blink {
  index: number;
  isRunning: boolean;
  toggle: () => void;
  /** Stops the blinking and goes so many on. */
  step: (by: number) => void;
}

/** Which of several is seen now. With reduced motion nothing moves by itself. */
export function useBlink(count: number, isVisible: boolean): Blink {
  const [index, setIndex] = useState(0);
  const [isRunning, setRunning] = useState(
    () => !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
  );
  useEffect(() => {
    if (!isVisible || !isRunning) return undefined;
    const timer = setInterval(() => setIndex((current) => (current + 1) % count), BLINK_MS);
    return () => clearInterval(timer);
  }, [count, isVisible, isRunning]);
  return {
    index,
    isRunning,
    toggle: () => setRunning((running) => !running),
    step: (by) => {
      setRunning(false);
      setIndex((current) => (current + by + count) % count);
    },
  };
}

/** All of them in one place, one after the other. */
export function BlinkView({
  items,
  blink,
  image,
}: {
  items: readonly ComparedItem[];
  blink: Blink;
  image: ImageView;
}): ReactElement {
  const currentItem = items[blink.index];
  return (
    <div className={css['whole']}>
      {items.map((item, index) => (
        <div
          key={`${index} ${item.key}`}
          className={css['layer']}
          data-shown={index === blink.index ? '' : undefined}
          aria-hidden={index !== blink.index}
        >
          <SharedPicture item={item} image={image} leads={index === 0} />
        </div>
      ))}
      <span className={css['corner']} data-side="left">
        <IconButton label={blink.isRunning ? t.stopBlinking : t.blink} onClick={blink.toggle}>
          {blink.isRunning ? <Pause /> : <Play />}
        </IconButton>
        <bdi>{currentItem?.title}</bdi>
      </span>
    </div>
  );
}
