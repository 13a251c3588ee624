import { useState, type ReactElement } from 'react';
import {
  MAX_TEXT_SIZE,
  MIN_TEXT_SIZE,
  TEXT_ALIGNMENTS,
  TEXT_POSITIONS,
  TYPEFACES,
  type FullTextStyle,
} from '#shared/timeline/text-style.ts';
import { Checkbox, ColorField, hexOf, NumberField, Select } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import css from './clip-inspector.module.css';

const t = words.textStyle;

const optionsOf = <Value extends string>(values: readonly Value[], labels: Readonly<Record<Value, string>>) =>
  values.map((value) => ({ value, label: labels[value] }));

/** The box behind words when it is switched on and has no color yet. */
const BOX_COLOR = '#000000';

interface TextStyleFieldsProps {
  style: FullTextStyle;
  /** Begins what one gesture changes; unlike those of other things. */
  gestureId: string;
  onChange: (change: Partial<FullTextStyle>, gesture?: string) => void;
}

/** How titles and captions look: typeface, size, colors and place. */
export function TextStyleFields({ style, gestureId, onChange }: TextStyleFieldsProps): ReactElement {
  const [gesture, setGesture] = useState(0);
  const endGesture = () => setGesture(gesture + 1);
  const during = (property: string) => `${property} ${gestureId} ${gesture}`;
  return (
    <>
      <div className={css['grid']}>
        <Select
          label={t.typeface}
          size="small"
          value={style.typeface}
          options={optionsOf(TYPEFACES, t.typefaces)}
          onValueChange={(typeface) => onChange({ typeface })}
        />
        <NumberField
          label={t.size}
          size="small"
          errorSide="panel"
          value={Math.round(style.size * 10) / 10}
          min={MIN_TEXT_SIZE}
          max={MAX_TEXT_SIZE}
          step={5}
          onValueChange={(size) => size !== null && onChange({ size }, during('size'))}
          onValueCommitted={endGesture}
        />
        <Select
          label={t.position}
          size="small"
          value={style.position}
          options={optionsOf(TEXT_POSITIONS, t.positions)}
          onValueChange={(position) => onChange({ position })}
        />
        <Select
          label={t.align}
          size="small"
          value={style.align}
          options={optionsOf(TEXT_ALIGNMENTS, t.alignments)}
          onValueChange={(align) => onChange({ align })}
        />
      </div>
      <Checkbox label={t.bold} checked={style.bold} onCheckedChange={(bold) => onChange({ bold })} />
      <StyleColor
        label={t.color}
        value={style.color}
        onValueChange={(color) => onChange({ color }, during('color'))}
        onCommit={endGesture}
      />
      <Checkbox
        label={t.box}
        checked={style.background !== 'none'}
        onCheckedChange={(isOn) => onChange({ background: isOn ? BOX_COLOR : 'none' })}
      />
      {style.background === 'none' ? null : (
        <BoxFields
          color={style.background}
          opacity={style.backgroundOpacity}
          onColorChange={(background) => onChange({ background }, during('background'))}
          onOpacityChange={(backgroundOpacity) => onChange({ backgroundOpacity }, during('box opacity'))}
          onCommit={endGesture}
        />
      )}
    </>
  );
}

/** The color of the box behind words, and how much of the picture it hides. */
function BoxFields({
  color,
  opacity,
  onColorChange,
  onOpacityChange,
  onCommit,
}: {
  color: string;
  /** From 0 to 1. */
  opacity: number;
  onColorChange: (color: string) => void;
  onOpacityChange: (opacity: number) => void;
  onCommit: () => void;
}): ReactElement {
  return (
    <>
      <StyleColor label={t.boxColor} value={color} onValueChange={onColorChange} onCommit={onCommit} />
      <NumberField
        label={t.boxOpacity}
        size="small"
        errorSide="panel"
        value={Math.round(opacity * 100)}
        min={0}
        max={100}
        step={5}
        onValueChange={(percent) => percent !== null && onOpacityChange(percent / 100)}
        onValueCommitted={onCommit}
      />
    </>
  );
}

/** A color without transparency, as `#rrggbb`. */
function StyleColor({
  label,
  value,
  onValueChange,
  onCommit,
}: {
  label: string;
  value: string;
  onValueChange: (hex: string) => void;
  onCommit: () => void;
}): ReactElement {
  return (
    <div className={css['time']}>
      <span aria-hidden className={css['colorLabel']}>
        {label}
      </span>
      <ColorField
        label={label}
        textLabel={label}
        value={value}
        inputClassName={css['timeInput']}
        onValueChange={(text) => {
          const hex = hexOf(text);
          if (hex !== null) onValueChange(hex.slice(0, '#rrggbb'.length));
        }}
        onCommit={onCommit}
      />
    </div>
  );
}
