import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, RefObject } from 'react';
import { rowOf } from './row-anchor.ts';
import css from './popup.module.css';

/** From a field over the edge of its node or panel, and from that edge itself. Pixels. */
const PAST_THE_EDGE = 16;
const EDGE_MARGIN = 4;

/** The row of a panel at the side in which a field stands, as wide as the panel; null elsewhere. */
function rowOfPanel(field: Element | null): ReturnType<typeof rowOf> | null {
  const panel = field?.closest('aside');
  return field && panel ? rowOf(field, panel) : null;
}

/**
 * Why what is typed into a field cannot be taken, in a sentence beside the field. For fields in small places; others have
 * room for it below.
 */
export function FieldError({
  anchor,
  id,
  reason,
  side = 'bottom',
  onDismiss,
}: {
  anchor: RefObject<Element | null>;
  /** For the field's `aria-describedby`. */
  id: string;
  reason: string;
  /**
   * Where it stands if there is room. A row of a node or of a panel has others below, and none beside it; `panel` is beside
   * the whole panel, where a row has several fields.
   */
  side?: 'bottom' | 'right' | 'panel';
  /** A press elsewhere, or Escape: it was read. */
  onDismiss: () => void;
}): ReactElement {
  return (
    <Base.Root
      open
      onOpenChange={(open) => {
        if (!open) onDismiss();
      }}
    >
      <Base.Portal>
        <Base.Positioner
          anchor={side === 'panel' ? () => rowOfPanel(anchor.current) ?? anchor.current : anchor}
          side={side === 'panel' ? 'left' : side}
          align={side === 'bottom' ? 'start' : 'center'}
          sideOffset={side === 'right' ? PAST_THE_EDGE : EDGE_MARGIN}
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
