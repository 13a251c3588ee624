import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, RefObject } from 'react';
import css from './popup.module.css';

/** From a field over the edge of its node or panel. Pixels. */
const PAST_THE_EDGE = 16;

/**
 * Why what is typed into a field cannot be taken, in a sentence beside the field. For fields in small places; others have
 * room for it below.
 */
export function FieldRefusal({
  anchor,
  id,
  reason,
  side = 'bottom',
  onHush,
}: {
  anchor: RefObject<Element | null>;
  /** For the field's `aria-describedby`. */
  id: string;
  reason: string;
  /** Where it stands if there is room; a row of a node or of a panel has others below, and none beside it. */
  side?: 'bottom' | 'right';
  /** A press elsewhere, or Escape: it was read. */
  onHush: () => void;
}): ReactElement {
  return (
    <Base.Root
      open
      onOpenChange={(open) => {
        if (!open) onHush();
      }}
    >
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          side={side}
          align={side === 'bottom' ? 'start' : 'center'}
          sideOffset={side === 'bottom' ? 4 : PAST_THE_EDGE}
          className={css['positioner']}
        >
          <Base.Popup
            initialFocus={false}
            finalFocus={false}
            role="presentation"
            className={`${css['tooltip']} ${css['refusal']}`}
          >
            <span id={id} role="alert">
              {reason}
            </span>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
