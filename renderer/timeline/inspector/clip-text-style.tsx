import type { ReactElement } from 'react';
import type { TimelineClip, TimelineTrack } from '#shared/timeline/document.ts';
import { setTextStyle, shareTextStyle, type TimelineEdit } from '#shared/timeline/edits/index.ts';
import { clipExt, trackExt, trackKind } from '#shared/timeline/ext.ts';
import { fullTextStyle, type FullTextStyle } from '#shared/timeline/text-style.ts';
import { Button } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { TextStyleFields } from './text-style-fields.tsx';
import css from './clip-inspector.module.css';

const t = words.textStyle;

/** Every field undefined: what the track says, else what is usual. */
const RESET_STYLE: Partial<FullTextStyle> = {
  typeface: undefined,
  size: undefined,
  bold: undefined,
  color: undefined,
  background: undefined,
  backgroundOpacity: undefined,
  position: undefined,
  align: undefined,
};

/** How the chosen titles and captions look; for captions it can be said for their whole track. */
export function ClipTextStyle({
  clips,
  clip,
  track,
  change,
}: {
  /** All that are chosen; what is changed is changed of each with words. */
  clips: readonly TimelineClip[];
  /** The one whose look is shown. */
  clip: TimelineClip;
  track: TimelineTrack | undefined;
  change: (name: string, edit: TimelineEdit, gesture?: string) => void;
}): ReactElement {
  const isCaption = track !== undefined && trackKind(track, []) === 'captions';
  const clipStyle = clipExt(clip).textStyle;
  const style = fullTextStyle(isCaption, clipStyle, track && trackExt(track).textStyle);
  const ids = clips.map(({ id }) => id);
  return (
    <section className={css['section']} aria-label={t.title}>
      <TextStyleFields
        style={style}
        gestureId={clip.id}
        onChange={(fields, gesture) => change(t.step, setTextStyle(ids, fields), gesture)}
      />
      {clipStyle === undefined ? null : (
        <div className={css['textStyleActions']}>
          {isCaption ? (
            <Button size="small" onClick={() => change(t.stepShare, shareTextStyle(clip.trackId, style))}>
              {t.forTrack}
            </Button>
          ) : null}
          <Button size="small" onClick={() => change(t.step, setTextStyle(ids, RESET_STYLE))}>
            {isCaption ? t.asTrack : t.reset}
          </Button>
        </div>
      )}
    </section>
  );
}
