import { useEffect, useRef, type ReactElement } from 'react';
import css from './quick-add.module.css';

/** The field above a list of nodes or node types. It has the focus from the beginning and keeps it. */
export function NodeSearchField({
  label,
  placeholder = label,
  query,
  isOpen,
  listId,
  activeId,
  onQuery,
}: {
  label: string;
  placeholder?: string;
  query: string;
  /** A list is shown below. */
  isOpen: boolean;
  listId: string;
  activeId: string | undefined;
  onQuery: (query: string) => void;
}): ReactElement {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <input
      ref={field}
      className={css['field']}
      value={query}
      placeholder={placeholder}
      role="combobox"
      aria-expanded={isOpen}
      aria-controls={listId}
      aria-activedescendant={activeId}
      aria-label={label}
      spellCheck={false}
      onChange={(event) => onQuery(event.target.value)}
    />
  );
}
