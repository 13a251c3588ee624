import { useMemo, type ReactElement } from 'react';
import { Select } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { Film } from '#shared/film/film.ts';
import type { TimelineBody } from '#shared/timeline/document.ts';
import { visibleCaptions, type CaptionChoice } from './export-captions.ts';
import { exportSize, FORMATS, type ExportSelection, type ExportChoices } from './export-choices.ts';
import type { FilmRange } from './film-range.ts';
import { LoudnessValue } from './loudness-value.tsx';
import { useLoudness } from './use-loudness.ts';

const text = words.filmExport;
const RATES = [24, 25, 30, 50, 60];

interface ExportFormProps {
  film: Film;
  selection: ExportSelection;
  /** The marked range. */
  range: FilmRange | null;
  whole: FilmRange;
  onSelect: (selection: ExportSelection) => void;
}

/** What can be chosen of the file. */
export function ExportForm({
  film,
  selection,
  range,
  whole: fullRange,
  onSelect,
}: ExportFormProps): ReactElement {
  const { timeline } = film;
  const { choices, captions } = selection;
  const isFilm = choices.format !== 'wav';
  const select = (partial: Partial<ExportChoices>): void =>
    onSelect({ ...selection, choices: { ...choices, ...partial } });
  return (
    <>
      <Select
        label={text.format}
        value={choices.format}
        options={(['mp4', 'webm', 'wav'] as const).map((value) => ({ value, label: FORMATS[value].title }))}
        onValueChange={(format) => select({ format })}
      />
      {isFilm ? <PictureChoices timeline={timeline} choices={choices} select={select} /> : null}
      {range ? (
        <Select
          label={text.part}
          value={isSame(choices.range, range) ? 'range' : 'whole'}
          options={[
            { value: 'whole', label: text.whole },
            { value: 'range', label: text.range },
          ]}
          onValueChange={(scope) => select({ range: scope === 'whole' ? fullRange : range })}
        />
      ) : null}
      {isFilm ? (
        <CaptionsChoice
          timeline={timeline}
          captions={captions}
          onSelect={(next) => onSelect({ ...selection, captions: next })}
        />
      ) : null}
    </>
  );
}

const isSame = (a: FilmRange, b: FilmRange): boolean => a.from === b.from && a.to === b.to;

/** How loud what is exported will be; measured when somebody wants to know. */
export function ExportLoudness({ film, range }: { film: Film; range: FilmRange }): ReactElement {
  const { state, toggle } = useLoudness(film, range);
  return (
    <div>
      <LoudnessValue state={state} scope="film" onToggle={toggle} />
    </div>
  );
}

/** Where the captions go, if any are shown. */
function CaptionsChoice({
  timeline,
  captions,
  onSelect,
}: {
  timeline: TimelineBody;
  captions: CaptionChoice;
  onSelect: (captions: CaptionChoice) => void;
}): ReactElement | null {
  const hasCaptions = useMemo(() => visibleCaptions(timeline).length > 0, [timeline]);
  if (!hasCaptions) return null;
  return (
    <Select
      label={text.captions}
      value={captions}
      options={[
        { value: 'burnt', label: text.captionsBurnt },
        { value: 'beside', label: text.captionsBeside },
        { value: 'none', label: text.captionsNone },
      ]}
      onValueChange={onSelect}
    />
  );
}

/** What can be chosen of the picture. */
function PictureChoices({
  timeline,
  choices,
  select,
}: {
  timeline: TimelineBody;
  choices: ExportChoices;
  select: (partial: Partial<ExportChoices>) => void;
}): ReactElement {
  const rates = [...new Set([timeline.frameRate, ...RATES])].toSorted((a, b) => a - b);
  return (
    <>
      <Select
        label={text.size}
        value={String(choices.scale)}
        options={([1, 0.5] as const).map((scale) => {
          const { width, height } = exportSize(timeline.projectResolution, scale);
          return { value: String(scale), label: `${width} × ${height}` };
        })}
        onValueChange={(scale) => select({ scale: scale === '1' ? 1 : 0.5 })}
      />
      <Select
        label={text.rate}
        value={String(choices.frameRate)}
        options={rates.map((rate) => ({
          value: String(rate),
          label: text.rateOf(rate, rate === timeline.frameRate),
        }))}
        onValueChange={(rate) => select({ frameRate: Number(rate) })}
      />
      <Select
        label={text.quality}
        value={choices.quality}
        options={[
          { value: 'medium', label: text.medium },
          { value: 'high', label: text.high },
          { value: 'very-high', label: text.veryHigh },
        ]}
        onValueChange={(quality) => select({ quality })}
      />
    </>
  );
}
