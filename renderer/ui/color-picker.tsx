import { Pipette } from 'lucide-react';
import { use, useEffect, useLayoutEffect, useRef, useState, type ReactElement, type RefObject } from 'react';
import { HexAlphaColorPicker, setNonce } from 'react-colorful';
import { words } from '#renderer/words/index.ts';
import { IconButton } from './button.tsx';
import { ColorInput } from './color-field.tsx';
import { hexOf } from './color-text.ts';
import { pageNonce } from './page-nonce.ts';
import { RecentColorsContext } from './recent-colors-context.ts';
import field from './field.module.css';
import css from './color-field.module.css';

const t = words.ui.colorPicker;

const nonce = pageNonce();
if (nonce !== undefined) setNonce(nonce);

const MAX_SWATCHES = 16;

/** Reads a color from the screen, where the browser can. */
interface ScreenPicker {
  open: () => Promise<{ sRGBHex: string }>;
}
type ScreenPickerClass = new () => ScreenPicker;
const isScreenPickerClass = (value: unknown): value is ScreenPickerClass => typeof value === 'function';

/** The browser's own reader of colors on the screen; null where it has none. */
function makeScreenPicker(): ScreenPicker | null {
  const EyeDropper: unknown = Reflect.get(window, 'EyeDropper');
  return isScreenPickerClass(EyeDropper) ? new EyeDropper() : null;
}

/** Names and values of the sliders, in the language of the app: the package has English ones of its own. */
function nameSliders(container: HTMLElement): void {
  const set = (surface: string, attributes: Readonly<Record<string, string>>): void => {
    const slider = container.querySelector(`.react-colorful__${surface} [role="slider"]`);
    for (const [name, value] of Object.entries(attributes))
      if (slider?.getAttribute(name) !== value) slider?.setAttribute(name, value);
  };
  const pointer = container.querySelector<HTMLElement>('.react-colorful__saturation-pointer');
  const saturation = Math.round(Number.parseFloat(pointer?.style.left ?? '0'));
  const brightness = Math.round(100 - Number.parseFloat(pointer?.style.top ?? '0'));
  set('saturation', {
    'aria-label': t.shade,
    'aria-valuemin': '0',
    'aria-valuemax': '100',
    'aria-valuenow': String(saturation),
    'aria-valuetext': t.shadeIs(saturation, brightness),
  });
  set('hue', { 'aria-label': t.hue });
  set('alpha', { 'aria-label': t.opacity });
}

/** Keeps the sliders named while the package writes their values. */
function useNamedSliders(container: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const root = container.current;
    if (root === null) return undefined;
    const changes = new MutationObserver(() => nameSliders(root));
    nameSliders(root);
    changes.observe(root, { subtree: true, attributeFilter: ['style', 'aria-label', 'aria-valuetext'] });
    return () => changes.disconnect();
  }, [container]);
}

/** Hue, shade and transparency, the color as text, those used before and those of the document. */
export default function ColorPicker({
  label,
  value,
  palette,
  onValueChange,
}: {
  label: string;
  value: string;
  palette: readonly string[];
  onValueChange: (value: string) => void;
}): ReactElement {
  const { colors, remember } = use(RecentColorsContext);
  // As they were when it was opened: rows that change under the pointer are pressed wrongly.
  const [displayed] = useState({ colors, palette });
  const [initialColor] = useState(value);
  const last = useRef({ value, remember });
  useEffect(() => {
    last.current = { value, remember };
  }, [value, remember]);
  useEffect(
    () => () => {
      const hex = hexOf(last.current.value);
      if (hex !== null && last.current.value !== initialColor) last.current.remember(hex);
    },
    [initialColor],
  );
  const [hasScreenPicker] = useState(() => makeScreenPicker() !== null);
  const pickFromScreen = (): void => {
    makeScreenPicker()
      ?.open()
      .then(
        ({ sRGBHex }) => onValueChange(hexOf(sRGBHex) ?? value),
        // Put away with Escape.
        () => undefined,
      );
  };
  const root = useRef<HTMLDivElement>(null);
  useNamedSliders(root);
  return (
    <div ref={root} className={css['picker']}>
      <HexAlphaColorPicker
        color={hexOf(value) ?? '#000000'}
        onChange={(next) => {
          if (next !== hexOf(value)) onValueChange(next);
        }}
      />
      <div className={css['typed']}>
        <ColorInput
          label={t.hexName(label)}
          value={value}
          inputClassName={`${field['control']} ${field['small']} ${field['mono']}`}
          onValueChange={onValueChange}
          onCommit={() => undefined}
        />
        {hasScreenPicker ? (
          <IconButton label={t.pickColorFromScreen} onClick={pickFromScreen}>
            <Pipette />
          </IconButton>
        ) : null}
      </div>
      <Swatches title={t.inThisProject} colors={displayed.palette} value={value} onSelect={onValueChange} />
      <Swatches title={t.recent} colors={displayed.colors} value={value} onSelect={onValueChange} />
    </div>
  );
}

function Swatches({
  title,
  colors,
  value,
  onSelect,
}: {
  title: string;
  colors: readonly string[];
  value: string;
  onSelect: (color: string) => void;
}): ReactElement | null {
  if (colors.length === 0) return null;
  return (
    <div role="group" aria-label={title}>
      <div className={css['title']}>{title}</div>
      <div className={css['swatches']}>
        {colors.slice(0, MAX_SWATCHES).map((color) => (
          <button
            key={color}
            type="button"
            className={css['swatch']}
            aria-label={color}
            aria-pressed={color === hexOf(value)}
            title={color}
            onClick={() => onSelect(color)}
          >
            <span style={{ backgroundColor: color }} />
          </button>
        ))}
      </div>
    </div>
  );
}
