import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';
import { Kbd } from './kbd.tsx';
import css from './popup.module.css';

export interface TooltipProps {
  text: string;
  /** Already formatted for this computer. */
  shortcut?: string;
  side?: 'top' | 'bottom' | 'left' | 'right';
  /** One element that takes a ref and event handlers. */
  children: ReactElement;
}

/** A short note on hover and focus. Never the only place where something is said. */
export function Tooltip({ text, shortcut, side = 'bottom', children }: TooltipProps): ReactElement {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className={css['tooltipPositioner']}>
          <Base.Popup className={css['tooltip']}>
            {text}
            {shortcut ? <Kbd>{shortcut}</Kbd> : null}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
export const TooltipProvider = Base.Provider;
