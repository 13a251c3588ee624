import { SlidersHorizontal } from 'lucide-react';
import type { ReactElement } from 'react';
import type { TimelineDocument } from '#shared/timeline/document.ts';
import { changeFormat, type TimelineFormat } from '#shared/timeline/edits/index.ts';
import type { DocumentSession } from '#renderer/documents/index.ts';
import { IconButton, NumberField, Popover, Select, TextField } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import css from './timeline-tools.module.css';

/** What films are shot and shown at. */
const RATES = [23.976, 24, 25, 29.97, 30, 48, 50, 59.94, 60, 120];
const SIZES = ['1920 × 1080', '1280 × 720', '3840 × 2160', '1080 × 1920', '1080 × 1080'];

const sizeText = (width: number, height: number): string => `${width} × ${height}`;

/** The name, rate and size of the timeline. */
export function TimelineFormatButton({
  session,
  document: { name, timeline },
}: {
  session: DocumentSession<TimelineDocument>;
  document: TimelineDocument;
}): ReactElement {
  const { frameRate, projectResolution } = timeline;
  const { width, height } = projectResolution;
  const set = (step: string, format: Partial<TimelineFormat>, gesture?: string) =>
    session.change(step, changeFormat(format), gesture === undefined ? {} : { gesture });
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
  const own = String(Math.round(frameRate * 1000) / 1000);
  const now = sizeText(width, height);
  return (
    <Popover
      label={words.format.title}
      align="end"
      trigger={
        <IconButton label={words.format.button(own, now)}>
          <SlidersHorizontal />
        </IconButton>
      }
    >
      <div className={css['format']}>
        <TextField
          label={words.format.name}
          value={name}
          maxLength={200}
          onValueChange={(text) =>
            text !== '' && set(words.format.stepName, { name: text }, 'name of timeline')
          }
        />
        <Select
          label={words.format.rate}
          value={own}
          options={[...new Set([...RATES.map(String), own])].map((value) => ({
            value,
            label: words.format.fps(value),
          }))}
          onValueChange={(value) => set(words.format.stepRate, { frameRate: Number(value) })}
        />
        <Select
          label={words.format.size}
          value={now}
          options={[...new Set([...SIZES, now])].map((value) => ({ value, label: value }))}
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
    </Popover>
  );
}
