import { Menu as Base } from '@base-ui/react/menu';
import { Ban } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactElement } from 'react';
import { pressedKey } from '#renderer/keys/index.ts';
import css from './menu-swatches.module.css';

/** One color of a row in a menu. */
export interface Swatch {
  name: string;
  /** Any CSS color; null stands for no color. */
  color: string | null;
  checked: boolean;
  onSelect: () => void;
}

/** Left and right go along the row, as up and down do along the whole menu. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (pressedKey(event) !== 'ArrowLeft' && pressedKey(event) !== 'ArrowRight') return;
  event.preventDefault();
  event.stopPropagation();
  const swatches = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitemradio"]')];
  const at = swatches.findIndex((swatch) => swatch === document.activeElement);
  swatches[at + (pressedKey(event) === 'ArrowRight' ? 1 : -1)]?.focus();
}

/** A row of colors in a menu, one of which can be chosen. The one under the pointer or the focus is named above. */
export function MenuSwatches({
  label,
  swatches,
}: {
  label: string;
  swatches: readonly Swatch[];
}): ReactElement {
  const selected = swatches.find(({ checked }) => checked)?.name ?? null;
  const [pointed, setPointed] = useState<string | null>(null);
  return (
    <Base.RadioGroup
      aria-label={label}
      value={selected}
      onValueChange={(name: string) => swatches.find((swatch) => swatch.name === name)?.onSelect()}
    >
      <div className={css['label']} role="presentation" aria-hidden>
        {label}
        <span>{pointed ?? selected}</span>
      </div>
      <div className={css['row']} role="presentation" onKeyDown={moveFocus}>
        {swatches.map(({ name, color }) => (
          <Base.RadioItem
            key={name}
            value={name}
            label={name}
            aria-label={name}
            closeOnClick
            className={css['swatch']}
            onFocus={() => setPointed(name)}
            onBlur={() => setPointed(null)}
          >
            {color === null ? (
              <Ban aria-hidden />
            ) : (
              <span className={css['spot']} style={{ background: color }} aria-hidden />
            )}
          </Base.RadioItem>
        ))}
      </div>
    </Base.RadioGroup>
  );
}
