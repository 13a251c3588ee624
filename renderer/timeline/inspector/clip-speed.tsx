import { useState, type ReactElement } from 'react';
import type { TimelineClip } from '#shared/timeline/document.ts';
import { setSpeed, type TimelineEdit } from '#shared/timeline/edits/index.ts';
import { MAX_SPEED } from '#shared/timeline/ext.ts';
import { soundsAt, speedOf } from '#shared/timeline/speed.ts';
import { CommandTextButton } from '#renderer/commands/index.ts';
import { NumberField } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import css from './clip-inspector.module.css';

const t = words.timelineInspector.clipSpeed;

/** How fast a clip plays, in percent, and the button that holds a frame of it. */
export function ClipSpeed({
  clip,
  ids,
  change,
}: {
  clip: TimelineClip;
  ids: readonly string[];
  change: (name: string, edit: TimelineEdit) => void;
}): ReactElement | null {
  const speed = speedOf(clip);
  // The length of the clip follows, so it is taken when it is whole: "200" is no "2" on its way.
  const [typed, setTyped] = useState<number | null>(null);
  if (clip.type !== 'video' && clip.type !== 'audio') return null;
  const commit = (percent: number | null): void => {
    setTyped(null);
    if (percent !== null && percent / 100 !== speed) change(t.changeSpeed, setSpeed(ids, percent / 100));
  };
  return (
    <>
      <div className={`${css['value']} ${css['bare']}`}>
        <NumberField
          label={t.speed}
          size="small"
          errorSide="panel"
          value={typed ?? Math.round(speed * 1e4) / 100}
          min={-100 * MAX_SPEED}
          max={100 * MAX_SPEED}
          step={5}
          onValueChange={setTyped}
          onValueCommitted={commit}
        />
      </div>
      {clip.type === 'video' && speed !== 0 ? (
        <span>
          <CommandTextButton id="timeline.freeze" />
        </span>
      ) : null}
      <p className={css['hint']} role="status">
        {hintOf(speed)}
      </p>
    </>
  );
}

function hintOf(speed: number): string {
  const { stillFrame, resampled, tooFastForSound } = words.clips;
  if (speed === 1) return '';
  if (speed === 0) return stillFrame;
  return soundsAt(speed) ? resampled : tooFastForSound;
}
