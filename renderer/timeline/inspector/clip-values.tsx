import { Diamond, Plus, Trash2 } from 'lucide-react';
import { useState, useSyncExternalStore, type ReactElement } from 'react';
import type { TimelineClip } from '#shared/timeline/document.ts';
import {
  removeKeyframe,
  SAME,
  setDissolve,
  setFade,
  setKeyframe,
  setValue,
  type TimelineEdit,
} from '#shared/timeline/edits/index.ts';
import {
  CLIP_FIELDS,
  KEYED_PROPERTIES,
  type ClipField,
  type KeyedProperty,
} from '#shared/timeline/clip-fields.ts';
import { keyedValueAt, keyframesOf } from '#shared/timeline/ext.ts';
import { fadesOf } from '#shared/timeline/transitions.ts';
import type { Playhead } from '#renderer/player/index.ts';
import { Checkbox, IconButton, NumberField, Select } from '#renderer/ui/index.ts';
import { decimal, words } from '#renderer/words/index.ts';
import { ClipSpeed } from './clip-speed.tsx';
import { TimeField } from './time-field.tsx';
import { formatTimecode } from '../model/timecode.ts';
import css from './clip-inspector.module.css';

const t = words.timelineInspector.clipValues;

const EASES = [
  { value: 'linear', label: words.clips.easeLinear },
  { value: 'smooth', label: words.clips.easeSmooth },
  { value: 'hold', label: words.clips.easeHold },
] as const;

interface ValuesProps {
  clip: TimelineClip;
  ids: readonly string[];
  playhead: Playhead;
  change: (name: string, edit: TimelineEdit, gesture?: string) => void;
  frameRate: number;
  /** Seconds for which a dissolve has pictures of the clip before; null where none touches. */
  longest: number | null;
}

/** The values of a clip at the playhead, its fades and keyframes. Numbers drag by their labels. */
export function ClipValues(props: ValuesProps): ReactElement {
  const { clip, ids, change, frameRate, longest } = props;
  const { fadeIn, lead, fadeOut, dissolve } = fadesOf(clip);
  const isSound = clip.type === 'audio';
  const visible = KEYED_PROPERTIES.filter((property) => {
    const isOfSound = CLIP_FIELDS[property].of === 'sound';
    return isSound ? isOfSound : !isOfSound || clip.type === 'video';
  });
  return (
    <div className={css['section']}>
      {visible.map((property) => (
        <Value key={property} property={property} {...props} />
      ))}
      <ClipSpeed clip={clip} ids={ids} change={change} />
      <div className={css['grid']}>
        <TimeField
          label={!dissolve ? t.fadeIn : isSound ? words.clips.crossFadeLength : words.clips.dissolveLength}
          seconds={lead + fadeIn}
          frameRate={frameRate}
          onCommit={(seconds) => change(t.fade, setFade(ids, 'fadeIn', seconds))}
        />
        <TimeField
          label={t.fadeOut}
          seconds={fadeOut}
          frameRate={frameRate}
          onCommit={(seconds) => change(t.fadeOut2, setFade(ids, 'fadeOut', seconds))}
        />
      </div>
      {dissolve && lead + fadeIn > 0 ? (
        <DissolveSpan seconds={lead + fadeIn} longest={longest} frameRate={frameRate} />
      ) : null}
      {lead + fadeIn > 0 ? (
        <Checkbox
          label={isSound ? words.clips.crossFade : words.clips.dissolve}
          checked={dissolve}
          onCheckedChange={(on) => change(words.clips.stepDissolve, setDissolve(ids, on))}
        />
      ) : null}
    </div>
  );
}

/** How long a dissolve is, and where the clip before has no more pictures for it. */
function DissolveSpan({
  seconds,
  longest,
  frameRate,
}: {
  seconds: number;
  longest: number | null;
  frameRate: number;
}): ReactElement {
  const frames = Math.round(seconds * frameRate);
  const exceedsMedia = longest !== null && seconds > longest + SAME;
  return (
    <p className={css['hint']}>
      {words.clips.dissolveSpan(frames, decimal(seconds, 2))}
      {exceedsMedia ? <> · {words.clips.dissolveLongest(formatTimecode(longest, frameRate))}</> : null}
    </p>
  );
}

/** Whether a time lies beside a clip; its very end, where its last keyframe can be, does not. */
const isOutsideClip = ({ startTime, duration }: TimelineClip, time: number): boolean =>
  time < startTime - SAME || time > startTime + duration + SAME;

const limitsOf = ({ min, max, factor }: ClipField) => ({
  min: min === undefined ? undefined : min * factor,
  max: max === undefined ? undefined : max * factor,
});

/** One property: its number at the playhead, and its keyframes. */
function Value(props: ValuesProps & { property: KeyedProperty }): ReactElement {
  const { property, clip, ids, playhead, change, frameRate } = props;
  const field: ClipField = CLIP_FIELDS[property];
  const { factor } = field;
  const label = t.fields[property];
  const [gesture, setGesture] = useState(0);
  const keyframes = keyframesOf(clip, property);
  // While nothing moves with time, the playhead wakes nobody.
  const isKeyed = keyframes.length > 0;
  const at = useSyncExternalStore(playhead.subscribe, () => (isKeyed ? playhead.getState().time : 0));
  const time = isKeyed ? at : clip.startTime;
  // Nothing is keyed where the clip is not shown: it would come to lie at an edge that nobody looks at.
  const isOutside = useSyncExternalStore(playhead.subscribe, () =>
    isOutsideClip(clip, playhead.getState().time),
  );
  const offset = (seconds: number) => Math.max(0, Math.min(clip.duration, seconds - clip.startTime));
  const value = keyedValueAt(clip, property, time);
  const current = keyframes.find((frame) => Math.abs(frame.at - offset(time)) <= 0.5 / frameRate);
  const on = current !== undefined;
  const toggle = () => {
    const inside = offset(playhead.getState().time);
    if (on) change(t.removeKeyframe2, removeKeyframe(clip.id, property, inside));
    else change(t.setKeyframe, setKeyframe(clip.id, property, { at: inside, value, ease: 'linear' }));
  };
  return (
    <div className={css['value']}>
      <NumberField
        label={label}
        size="small"
        errorSide="panel"
        value={Math.round(value * factor * 100) / 100}
        {...limitsOf(field)}
        step={1}
        disabled={isKeyed && isOutside}
        onValueChange={(next) => {
          if (next === null) return;
          change(
            t.change(property),
            setValue(ids, property, next / factor, playhead.getState().time),
            `${property} ${clip.id} ${gesture}`,
          );
        }}
        onValueCommitted={() => setGesture(gesture + 1)}
      />
      <IconButton
        label={
          isOutside
            ? words.clips.playheadOutside(label)
            : on
              ? t.removeKeyframe(label)
              : t.setKeyframePlayhead(label)
        }
        aria-pressed={on && !isOutside}
        aria-disabled={isOutside || undefined}
        onClick={isOutside ? undefined : toggle}
      >
        {isKeyed ? <Diamond aria-hidden data-on={on && !isOutside ? '' : undefined} /> : <Plus aria-hidden />}
      </IconButton>
      {isKeyed ? (
        <IconButton
          label={t.removeAll(keyframes.length, label)}
          onClick={() => change(t.removeKeyframes, removeKeyframe(clip.id, property, null))}
        >
          <Trash2 aria-hidden />
        </IconButton>
      ) : null}
      {current && !isOutside ? (
        <Select
          label={words.clips.ease(label)}
          hideLabel
          size="small"
          value={current.ease}
          options={EASES}
          onValueChange={(ease) =>
            change(words.clips.stepEase, setKeyframe(clip.id, property, { ...current, ease }))
          }
        />
      ) : null}
    </div>
  );
}
