import { useMemo, type ReactElement } from 'react';
import { Select } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { Film } from '#shared/film/film.ts';
import type { TimelineBody } from '#shared/timeline/document.ts';
import { shownCaptions, type CaptionChoice } from './export-captions.ts';
import { exportSize, FORMATS, type ChosenExport, type ExportChoices } from './export-choices.ts';
import type { FilmRange } from './film-range.ts';
import { LoudnessValue } from './loudness-value.tsx';
import { useLoudness } from './use-loudness.ts';

const text = words.filmExport;
const RATES = [24, 25, 30, 50, 60];

interface ExportFormProps {
  film: Film;
  chosen: ChosenExport;
  /** The marked range. */
  range: FilmRange | null;
  whole: FilmRange;
  onChoose: (chosen: ChosenExport) => void;
}

/** What can be chosen of the file. */
export function ExportForm({ film, chosen, range, whole, onChoose }: ExportFormProps): ReactElement {
  const { timeline } = film;
  const { choices, captions } = chosen;
  const isFilm = choices.format !== 'wav';
  const choose = (part: Partial<ExportChoices>): void =>
    onChoose({ ...chosen, choices: { ...choices, ...part } });
  return (
    <>
      <Select
        label={text.format}
        value={choices.format}
        options={(['mp4', 'webm', 'wav'] as const).map((value) => ({ value, label: FORMATS[value].title }))}
        onValueChange={(format) => choose({ format })}
      />
      {isFilm ? <PictureChoices timeline={timeline} choices={choices} choose={choose} /> : null}
      {range ? (
        <Select
          label={text.part}
          value={isSame(choices.range, range) ? 'range' : 'whole'}
          options={[
            { value: 'whole', label: text.whole },
            { value: 'range', label: text.range },
          ]}
          onValueChange={(what) => choose({ range: what === 'whole' ? whole : range })}
        />
      ) : null}
      {isFilm ? (
        <CaptionsChoice
          timeline={timeline}
          captions={captions}
          onChoose={(next) => onChoose({ ...chosen, captions: next })}
        />
      ) : null}
    </>
  );
}

const isSame = (one: FilmRange, other: FilmRange): boolean => one.from === other.from && one.to === other.to;

/** How loud what is exported will be; measured when somebody wants to know. */
export function ExportLoudness({ film, range }: { film: Film; range: FilmRange }): ReactElement {
  const { state, toggle } = useLoudness(film, range);
  return (
    <div>
      <LoudnessValue state={state} what="film" onToggle={toggle} />
    </div>
  );
}

/** Where the captions go, if any are shown. */
function CaptionsChoice({
  timeline,
  captions,
  onChoose,
}: {
  timeline: TimelineBody;
  captions: CaptionChoice;
  onChoose: (captions: CaptionChoice) => void;
}): ReactElement | null {
  const hasCaptions = useMemo(() => shownCaptions(timeline).length > 0, [timeline]);
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
      onValueChange={onChoose}
    />
  );
}

/** What can be chosen of the picture. */
function PictureChoices({
  timeline,
  choices,
  choose,
}: {
  timeline: TimelineBody;
  choices: ExportChoices;
  choose: (part: Partial<ExportChoices>) => void;
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
        onValueChange={(scale) => choose({ scale: scale === '1' ? 1 : 0.5 })}
      />
      <Select
        label={text.rate}
        value={String(choices.frameRate)}
        options={rates.map((rate) => ({
          value: String(rate),
          label: text.rateOf(rate, rate === timeline.frameRate),
        }))}
        onValueChange={(rate) => choose({ frameRate: Number(rate) })}
      />
      <Select
        label={text.quality}
        value={choices.quality}
        options={[
          { value: 'medium', label: text.medium },
          { value: 'high', label: text.high },
          { value: 'very-high', label: text.veryHigh },
        ]}
        onValueChange={(quality) => choose({ quality })}
      />
    </>
  );
}
