import { Tooltip as Base } from '@base-ui/react/tooltip';
import { useState, type ReactElement } from 'react';
import { Kbd } from './kbd.tsx';
import css from './popup.module.css';

export interface TooltipProps {
  /** Without any words there is no note. */
  text: string;
  /** Already formatted for this computer. */
  shortcut?: string;
  side?: 'top' | 'bottom' | 'left' | 'right';
  /** For what has the focus from the beginning, and would hide what is beside it. */
  onHoverOnly?: boolean;
  /** One element that takes a ref and event handlers. */
  children: ReactElement;
}

/** A short note on hover and focus. Never the only place where something is said. */
export function Tooltip({
  text,
  shortcut,
  side = 'bottom',
  onHoverOnly = false,
  children,
}: TooltipProps): ReactElement {
  const [open, setOpen] = useState(false);
  return (
    <Base.Root
      open={open && text !== ''}
      onOpenChange={(next, details) => {
        // Escape closes the note and goes on to what it was meant for.
        if (!next && details.reason === 'escape-key') {
          details.cancel();
          details.allowPropagation();
        }
        if (next && onHoverOnly && details.reason === 'trigger-focus') return;
        setOpen(next);
      }}
    >
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className={css['tooltipPositioner']}>
          <Base.Popup className={css['tooltip']} data-tooltip>
            {text}
            {shortcut ? <Kbd>{shortcut}</Kbd> : null}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
export const TooltipProvider = Base.Provider;
