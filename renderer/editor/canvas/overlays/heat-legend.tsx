import { X } from 'lucide-react';
import type { ReactElement } from 'react';
import {
  HEAT_LEVELS,
  HEAT_MEASURES,
  heatOf,
  type HeatMeasure,
  type ProjectHeat,
} from '#shared/desk/node-heat.ts';
import { IconButton, SelectButton } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { heatText } from './heat-layer.tsx';
import css from './heat-legend.module.css';

const t = words.editorCanvas.heat;
const LEVELS = Array.from({ length: HEAT_LEVELS }, (_, at) => at + 1);

/** What the colors of the heat map stand for, and the choice of another measure. */
export function HeatLegend({
  heat,
  measure,
  onMeasure,
  onClose,
}: {
  /** Undefined while it is read. */
  heat: ProjectHeat | undefined;
  measure: HeatMeasure;
  onMeasure: (measure: HeatMeasure) => void;
  onClose: () => void;
}): ReactElement {
  const [most] = heat === undefined ? [] : heatOf(heat, measure);
  const isRatio = measure === 'failures' || measure === 'reuse';
  const labels = HEAT_MEASURES.map((each) => t.measures[each]);
  return (
    <section className={css['legend']} aria-label={t.title} data-heat={measure} data-canvas-control>
      <div className={css['line']}>
        <SelectButton
          label={t.colorBy}
          value={t.measures[measure]}
          placeholder={t.colorBy}
          choices={labels}
          className={css['measure'] ?? ''}
          onValueChange={(label) => onMeasure(HEAT_MEASURES[labels.indexOf(label)] ?? measure)}
        />
        <IconButton label={t.close} onClick={onClose}>
          <X />
        </IconButton>
      </div>
      {most === undefined ? (
        <p className={css['note']}>
          {heat === undefined ? t.reading : heat.runs === 0 ? t.noRuns : t.none[measure]}
        </p>
      ) : (
        <>
          <div className={css['scale']} aria-hidden>
            {LEVELS.map((level) => (
              <span key={level} data-level={level} />
            ))}
          </div>
          <div className={css['ends']}>
            <span>{t.least}</span>
            <span>{isRatio ? t.allRuns : t.most(heatText(measure, most.value))}</span>
          </div>
          <p className={css['note']}>{t.ofRuns(heat?.runs ?? 0)}</p>
        </>
      )}
    </section>
  );
}
