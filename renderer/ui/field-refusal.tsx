import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, RefObject } from 'react';
import css from './popup.module.css';

/**
 * Why what is typed into a field cannot be taken, in a sentence beside the field. For fields in small places; others have
 * room for it below.
 */
export function FieldRefusal({
  anchor,
  id,
  reason,
  onHush,
}: {
  anchor: RefObject<Element | null>;
  /** For the field's `aria-describedby`. */
  id: string;
  reason: string;
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
          side="bottom"
          align="start"
          sideOffset={4}
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
