import { SlidersHorizontal } from 'lucide-react';
import type { ReactElement } from 'react';
import type { TimelineDocument } from '#shared/timeline/document.ts';
import { changeFormat, type TimelineEdit, type TimelineFormat } from '#shared/timeline/edits/index.ts';
import type { DocumentSession } from '#renderer/documents/index.ts';
import { IconButton, NumberField, Popover, Select, TextField } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import css from './timeline-format.module.css';

const t = words.timelineInspector.timelineFormat;

/** What films are shot and shown at. */
const RATES = [23.976, 24, 25, 29.97, 30, 48, 50, 59.94, 60, 120];
const SIZES = ['1920 × 1080', '1280 × 720', '3840 × 2160', '1080 × 1920', '1080 × 1080'];

const sizeText = (width: number, height: number): string => `${width} × ${height}`;
const rateText = (frameRate: number): string => String(Math.round(frameRate * 1000) / 1000);

/** The name, rate and size of the timeline, behind a button. */
export function TimelineFormatButton({
  session,
  document,
}: {
  session: DocumentSession<TimelineDocument>;
  document: TimelineDocument;
}): ReactElement {
  const { frameRate, projectResolution } = document.timeline;
  const size = sizeText(projectResolution.width, projectResolution.height);
  return (
    <Popover
      label={words.format.title}
      align="end"
      trigger={
        <IconButton label={words.format.button(rateText(frameRate), size)}>
          <SlidersHorizontal />
        </IconButton>
      }
    >
      <div className={css['popover']}>
        <TimelineFormatFields
          document={document}
          change={(step, edit, gesture) =>
            session.change(step, edit, gesture === undefined ? {} : { gesture })
          }
        />
      </div>
    </Popover>
  );
}

/** Fields for the name, rate and size of the timeline. */
export function TimelineFormatFields({
  document: { name, timeline },
  change,
}: {
  document: TimelineDocument;
  change: (name: string, edit: TimelineEdit, gesture?: string) => void;
}): ReactElement {
  const { width, height } = timeline.projectResolution;
  const set = (step: string, format: Partial<TimelineFormat>, gesture?: string) =>
    change(step, changeFormat(format), gesture);
  const side = (label: string, key: 'width' | 'height', value: number) => (
    <NumberField
      label={label}
      value={value}
      min={2}
      max={16_384}
      step={2}
      onValueCommitted={(next) => next !== null && set(words.format.stepSize, { [key]: Math.round(next) })}
    />
  );
  const currentRate = rateText(timeline.frameRate);
  const currentSize = sizeText(width, height);
  return (
    <div className={css['format']}>
      <TextField
        label={words.format.name}
        value={name}
        maxLength={200}
        onValueChange={(text) => text !== '' && set(words.format.stepName, { name: text }, t.nameTimeline)}
      />
      <Select
        label={words.format.rate}
        value={currentRate}
        options={[...new Set([...RATES.map(String), currentRate])].map((value) => ({
          value,
          label: words.format.fps(value),
        }))}
        onValueChange={(value) => set(words.format.stepRate, { frameRate: Number(value) })}
      />
      <Select
        label={words.format.size}
        value={currentSize}
        options={[...new Set([...SIZES, currentSize])].map((value) => ({ value, label: value }))}
        onValueChange={(value) => {
          const [wide = width, high = height] = value.split(' × ').map(Number);
          set(words.format.stepSize, { width: wide, height: high });
        }}
      />
      <div className={css['sides']}>
        {side(words.format.width, 'width', width)}
        {side(words.format.height, 'height', height)}
      </div>
      <p className={css['formatHint']}>{words.format.timesStay}</p>
    </div>
  );
}
