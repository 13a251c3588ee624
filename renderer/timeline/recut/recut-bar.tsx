import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useEffect, useRef, type ReactElement } from 'react';
import { countSelected, keyOf, type Recut, type RecutChange } from '#shared/timeline/recut.ts';
import type { Playhead } from '#renderer/player/index.ts';
import { Button, Checkbox, IconButton } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { TimelineScale } from '../model/use-timeline-scale.ts';
import type { ActiveReview } from './recut-review.ts';
import css from './recut.module.css';

const texts = words.recut;
const blocker = words.whyNot.change;

const timeOf = ({ before, after }: RecutChange): number => (after ?? before)?.startTime ?? 0;

function titleOf({ changes, markers }: Recut, filename: string): string {
  if (changes.length > 0) return texts.bar(filename);
  return markers > 0 ? texts.markersOnly(filename, markers) : texts.none(filename);
}

/** What is done with a cut that stands over the timeline: going from change to change, and taking what is chosen. */
export function RecutBar({
  review: { filename, recut, selected, note, select, accept, close },
  playhead,
  lanes,
}: {
  review: ActiveReview;
  playhead: Playhead;
  lanes: Pick<TimelineScale, 'reveal' | 'scroller'>;
}): ReactElement {
  const { changes, rippled } = recut;
  const accepted = changes.filter((change) => selected.has(keyOf(change)));
  const pendingKey = useRef<string | null>(null);
  const focusPending = () => {
    const selector = `[data-recut="${CSS.escape(pendingKey.current ?? '')}"]`;
    const mark = lanes.scroller.current?.querySelector<HTMLElement>(selector);
    if (!mark) return;
    pendingKey.current = null;
    mark.focus({ preventScroll: true });
  };
  // Marks are drawn once the view has come to them.
  useEffect(focusPending);
  const go = (change: RecutChange | undefined) => {
    if (!change) return;
    pendingKey.current = keyOf(change);
    playhead.seek(timeOf(change));
    lanes.reveal(timeOf(change));
    focusPending();
  };
  const step = (by: 1 | -1) => {
    const { time } = playhead.getState();
    const focused = document.activeElement?.getAttribute('data-recut');
    const at = changes.findIndex((change) => keyOf(change) === focused);
    if (at !== -1) return go(changes[at + by]);
    return go(
      by === 1
        ? (changes.find((change) => timeOf(change) >= time) ?? changes[0])
        : (changes.findLast((change) => timeOf(change) <= time) ?? changes.at(-1)),
    );
  };
  const hasMarkersOnly = changes.length === 0 && recut.markers > 0;
  const title = titleOf(recut, filename);
  return (
    <div className={css['bar']} role="region" aria-label={title}>
      <span className={css['title']} dir="auto" role="status">
        {title}
        {recut.isVersion ? <span className={css['note']}>{texts.onlyClips}</span> : null}
        {note ? <span className={css['note']}>{note}</span> : null}
      </span>
      {changes.length > 0 ? (
        <>
          <Checkbox
            label={texts.allWithAlong(changes.length - rippled.size, rippled.size)}
            checked={accepted.length === changes.length}
            indeterminate={accepted.length > 0 && accepted.length < changes.length}
            onCheckedChange={(all) => select(new Set(all ? changes.map(keyOf) : []))}
          />
          {/* The focus stays on the mark, from which the next one is counted. */}
          <span onPointerDown={(event) => event.preventDefault()}>
            <IconButton label={texts.previous} onClick={() => step(-1)}>
              <ChevronLeft aria-hidden />
            </IconButton>
            <IconButton label={texts.next} onClick={() => step(1)}>
              <ChevronRight aria-hidden />
            </IconButton>
          </span>
          <Button size="small" variant="primary" disabledReason={blocker(accepted.length)} onClick={accept}>
            {texts.take(countSelected(recut, selected))}
          </Button>
        </>
      ) : null}
      {hasMarkersOnly ? (
        <Button size="small" variant="primary" onClick={accept}>
          {texts.takeMarkers}
        </Button>
      ) : null}
      <IconButton label={texts.close} onClick={close}>
        <X aria-hidden />
      </IconButton>
    </div>
  );
}
