import { Popover } from '@base-ui/react/popover';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { createStore, useStore } from 'zustand';
import { Button, loopTab, pane } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { ArticleText } from './article-text.tsx';
import css from './tour.module.css';

const t = words.help.tour;

/** A part of the page that the tour tells about. */
export interface TourStop {
  id: string;
  title: string;
  text: string;
  /** CSS selector of the part. One that is not there now is told about all the same, in the middle. */
  target: string;
  /** Where the words stand: beside the part, or within a large one. */
  side: 'top' | 'bottom' | 'left' | 'right' | 'inside';
  /** CSS selector of what words within the part should not cover. */
  clearOf?: string;
}

const tour = createStore<{ isOn: boolean }>(() => ({ isOn: false }));

/** Shows the tour where a project is open, now or as soon as one is. */
export const startTour = (): void => tour.setState({ isOn: true });

const endTour = (): void => tour.setState({ isOn: false });

/** Goes through the parts of a page one by one; Esc and “Leave” end it at any of them. */
export function Tour({
  stops,
  onStart,
}: {
  stops: readonly TourStop[];
  /** Called as it starts, from wherever. */
  onStart: (() => void) | undefined;
}): ReactElement | null {
  const isOn = useStore(tour, (state) => state.isOn);
  useEffect(() => {
    if (isOn) onStart?.();
  }, [isOn, onStart]);
  return isOn ? <TourStops stops={stops} /> : null;
}

function TourStops({ stops }: { stops: readonly TourStop[] }): ReactElement | null {
  const [index, setIndex] = useState(0);
  const next = useRef<HTMLButtonElement>(null);
  const go = (to: number) => {
    setIndex(to);
    // “Back” goes away at the first stop, and must not take the focus along.
    next.current?.focus();
  };
  const stop = stops[index];
  if (!stop) return null;
  const isLast = index === stops.length - 1;
  const target = document.querySelector(stop.target);
  const side = target === null || stop.side === 'inside' ? null : stop.side;
  return (
    <>
      {target === null ? null : <Ring key={stop.id} target={target} />}
      <Popover.Root
        open
        onOpenChange={(open, { reason }) => {
          // What the tour tells about may be tried meanwhile.
          if (!open && reason === 'escape-key') endTour();
        }}
      >
        <Popover.Portal>
          <Popover.Positioner
            anchor={side === null ? anchorIn(target, stop.clearOf) : target}
            side={side ?? 'bottom'}
            sideOffset={side === null ? 0 : 12}
            collisionPadding={12}
            className={css['positioner']}
          >
            <Popover.Popup
              aria-label={words.firstMinute.tour.name}
              className={css['popup']}
              initialFocus={next}
              onKeyDown={loopTab}
              {...pane}
            >
              <div aria-live="polite">
                <h2>{stop.title}</h2>
                <ArticleText text={stop.text} />
              </div>
              <div className={css['foot']}>
                <span className={css['count']}>{t.label(index + 1, stops.length)}</span>
                {isLast ? null : (
                  <Button size="small" variant="quiet" onClick={endTour}>
                    {t.leave}
                  </Button>
                )}
                {index === 0 ? null : (
                  <Button size="small" onClick={() => go(index - 1)}>
                    {t.back}
                  </Button>
                )}
                <Button
                  ref={next}
                  size="small"
                  variant="primary"
                  onClick={() => (isLast ? endTour() : go(index + 1))}
                >
                  {isLast ? t.complete : t.next}
                </Button>
              </div>
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </>
  );
}

/** About how large the words are, and how far from the edge of what they stand in. Pixels. */
const CARD = { width: 340, height: 190 };
const MARGIN = 20;

const covered = (a: DOMRect, b: DOMRect): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/**
 * The point below which words stand within a part of the page, or in the middle of the page for null: at that edge or
 * corner where they cover least of what they should be clear of.
 */
function anchorIn(target: Element | null, clearOf: string | undefined) {
  const { left, top, width, height } = (target ?? document.body).getBoundingClientRect();
  const middle = new DOMRect(left + width / 2, top + height / 3, 0, 0);
  if (target === null || clearOf === undefined) return { getBoundingClientRect: () => middle };
  const boxes = [...target.querySelectorAll(clearOf)].map((box) => box.getBoundingClientRect());
  const [low, high] = [top + height - CARD.height - MARGIN, top + MARGIN];
  const [leftX, rightX] = [left + CARD.width / 2 + MARGIN, left + width - CARD.width / 2 - MARGIN];
  const center = left + width / 2;
  const candidates = [
    [center, low],
    [center, high],
    [leftX, high],
    [rightX, high],
    [leftX, top + (height - CARD.height) / 2],
    [rightX, top + (height - CARD.height) / 2],
  ].map(([x = 0, y = 0]) => {
    const card = new DOMRect(x - CARD.width / 2, y, CARD.width, CARD.height);
    return { at: new DOMRect(x, y, 0, 0), area: boxes.reduce((sum, box) => sum + covered(card, box), 0) };
  });
  const best = candidates.reduce((a, b) => (b.area < a.area ? b : a));
  return { getBoundingClientRect: () => best.at };
}

/** Marks a part of the page, also while it changes its size. */
function Ring({ target }: { target: Element }): ReactElement {
  const [box, setBox] = useState(() => target.getBoundingClientRect());
  useEffect(() => {
    const measure = () => setBox(target.getBoundingClientRect());
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, [target]);
  return (
    <div
      className={css['ring']}
      style={{ left: box.left, top: box.top, width: box.width, height: box.height }}
      aria-hidden
    />
  );
}
