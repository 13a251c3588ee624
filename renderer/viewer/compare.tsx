import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef, type ReactElement } from 'react';
import { IconButton } from '#renderer/ui/index.ts';
import { FullOutput } from './full-output.tsx';
import type { ViewedItem } from './viewed-item.ts';
import css from './viewer.module.css';

/** Two to four outputs side by side. */
export function Compare({
  items,
  onClose,
}: {
  items: readonly ViewedItem[];
  onClose: () => void;
}): ReactElement {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open onOpenChange={(next) => (next ? undefined : onClose())}>
      <Base.Portal>
        <Base.Popup ref={popup} initialFocus={popup} className={css['viewer']}>
          <div className={css['bar']}>
            <Base.Title className={css['title']}>Compare {items.length} outputs</Base.Title>
            <Base.Close
              render={
                <IconButton label="Close" shortcut="Esc">
                  <X />
                </IconButton>
              }
            />
          </div>
          <div className={css['compared']}>
            {items.map((item, index) => (
              <figure key={`${index} ${item.key}`} className={css['comparedItem']}>
                <figcaption className={css['comparedName']}>
                  <bdi>{item.label}</bdi>
                </figcaption>
                <div className={css['stage']}>
                  <FullOutput item={item} zoom={null} />
                </div>
              </figure>
            ))}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
