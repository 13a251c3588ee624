import type { HTMLAttributes, PointerEvent, ReactElement } from 'react';
import { TypeIcon } from '#renderer/fields/type-icon.tsx';
import css from './quick-add.module.css';

/** One row of a list of nodes or node types. The keys are those of the search field, which keeps the focus. */
export function NodeOption({
  id,
  isActive,
  icon,
  name,
  category,
  isDisabled = false,
  onSelect,
  ...pointer
}: {
  id: string;
  isActive: boolean;
  icon: string | null | undefined;
  name: string;
  category: string;
  /** It is shown with its reason and cannot be chosen. */
  isDisabled?: boolean;
  onSelect: () => void;
  onPointerMove?: (event: PointerEvent) => void;
  onPointerDown?: (event: PointerEvent) => void;
}): ReactElement {
  const click: HTMLAttributes<HTMLDivElement> = isDisabled ? {} : { onClick: onSelect };
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-disabled={isDisabled || undefined}
      data-active={isActive || undefined}
      className={css['option']}
      {...pointer}
      {...click}
    >
      <TypeIcon name={icon} size={16} />
      <span className={css['name']}>{name}</span>
      <span className={css['category']}>{category}</span>
    </div>
  );
}
