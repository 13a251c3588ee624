import { Plus, X } from 'lucide-react';
import { useEffect, type ReactElement } from 'react';
import { parsePinType } from '#shared/graph/pin-type.ts';
import { InputField } from '#renderer/fields/index.ts';
import { Button, ColorSwatch, IconButton, NumberField } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { ColorRamp } from './axis-colors.ts';
import css from './variants.module.css';

const t = words.variants.colorAxis;

/** Colors of one axis, as swatches. */

const COLOR = parsePinType('color');
const NEXT_COLOR = '#808080';
const MAX_VISIBLE_SPOTS = 40;

/** Small fields of the colors that come out, in their order. */
export const Spots = ({ colors }: { colors: readonly string[] }): ReactElement => (
  <span className={css['spots']} aria-hidden>
    {colors.slice(0, MAX_VISIBLE_SPOTS).map((color) => (
      <span key={color} title={color} style={{ backgroundColor: color }} />
    ))}
  </span>
);

/** Colors one by one: each opens the picker. Those that the graph uses are offered. */
export function ColorList({
  colors,
  palette,
  onChange,
}: {
  colors: readonly string[];
  palette: () => readonly string[];
  onChange: (colors: readonly string[]) => void;
}): ReactElement {
  const available = palette().filter((color) => !colors.includes(color));
  return (
    <div className={css['colorAxis']} role="group" aria-label={t.colors}>
      <ul className={css['colorList']}>
        {colors.map((color, at) => (
          // A color changes in its place, under the picker.
          <li key={`color-${at + 1}`}>
            <ColorSwatch
              label={t.color(at + 1)}
              value={color}
              palette={palette}
              onValueChange={(next) =>
                onChange(colors.map((before, index) => (index === at ? next : before)))
              }
            />
            <code>{color}</code>
            <IconButton
              label={t.applyOut(color)}
              onClick={() => onChange(colors.filter((_, index) => index !== at))}
            >
              <X />
            </IconButton>
          </li>
        ))}
        <li>
          <Button
            size="small"
            icon={<Plus aria-hidden />}
            onClick={() => onChange([...colors, available[0] ?? nextColor(colors)])}
          >
            {t.addColor}
          </Button>
        </li>
      </ul>
      {available.length === 0 ? null : (
        <span className={css['offered']} role="group" aria-label={t.colorsProject}>
          {available.map((color) => (
            <button
              key={color}
              type="button"
              aria-label={t.add(color)}
              title={t.add(color)}
              style={{ backgroundColor: color }}
              onClick={() => onChange([...colors, color])}
            />
          ))}
        </span>
      )}
    </div>
  );
}

/** A gray that is not there yet. */
function nextColor(colors: readonly string[]): string {
  const grays = ['40', 'bf', '60', 'a0', '20', 'df'].map((level) => `#${level.repeat(3)}`);
  return [NEXT_COLOR, ...grays].find((gray) => !colors.includes(gray)) ?? NEXT_COLOR;
}

/** So many colors from one to another. */
export function RampFields({
  ramp,
  palette,
  onChange,
  onProblem,
}: {
  ramp: ColorRamp;
  palette: () => readonly string[];
  onChange: (ramp: ColorRamp) => void;
  onProblem: (field: string, problem: string | null) => void;
}): ReactElement {
  useEffect(
    () => () => {
      for (const field of ['ramp from', 'ramp to', 'ramp count']) onProblem(field, null);
    },
    [onProblem],
  );
  const end = (label: string, key: 'from' | 'to'): ReactElement => (
    <InputField
      input={{ label, type: COLOR }}
      palette={palette}
      value={{ type: 'string', value: ramp[key] }}
      onValueChange={(value) => {
        if (value?.type === 'string') onChange({ ...ramp, [key]: value.value });
      }}
      onProblem={(problem) => onProblem(t.ramp(key), problem)}
    />
  );
  return (
    <div className={css['axisFields']}>
      {end(t.fromWord, 'from')}
      {end(t.to, 'to')}
      <NumberField
        label={t.many}
        min={2}
        max={100}
        integer
        value={ramp.count}
        onValueChange={(count) => onChange({ ...ramp, count })}
        onError={(error) => onProblem('ramp count', error)}
      />
    </div>
  );
}
