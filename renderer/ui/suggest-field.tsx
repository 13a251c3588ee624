import { Autocomplete } from '@base-ui/react/autocomplete';
import { pressedKey } from '#renderer/keys/index.ts';
import { useId, useMemo, type ReactElement, type ReactNode } from 'react';
import { useSearch } from './use-search.ts';
import css from './field.module.css';
import popup from './popup.module.css';

/** Suggestions shown at once; typing finds the others. */
const MAX_VISIBLE = 100;

export interface SuggestFieldProps {
  label: string;
  value: string;
  /** What is suggested while one types; anything else can be typed. */
  suggestions: readonly string[];
  onValueChange: (value: string) => void;
  placeholder?: string;
  hint?: ReactNode;
  /** A sentence that says what to do; marks the field invalid. */
  error?: string | null;
  maxLength?: number;
  /** Only a suggestion is taken: Enter takes the first that has every word, and never sends the form. */
  picks?: boolean;
}

/** One line of text with a list of what fits. */
export function SuggestField({
  label,
  value,
  suggestions,
  onValueChange,
  placeholder,
  hint,
  error,
  maxLength,
  picks = false,
}: SuggestFieldProps): ReactElement {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  const matches = useSearch(suggestions, value, String);
  const found = useMemo(() => new Set(matches), [matches]);
  return (
    <div className={css['field']}>
      <label htmlFor={id} className={css['label']}>
        {label}
      </label>
      <Autocomplete.Root
        items={suggestions}
        value={value}
        limit={MAX_VISIBLE}
        onValueChange={onValueChange}
        openOnInputClick
        autoHighlight={picks}
        filter={(item: string) => found.has(item)}
      >
        <Autocomplete.Input
          id={id}
          className={css['control']}
          placeholder={placeholder}
          maxLength={maxLength}
          onKeyDown={(event) => {
            if (picks && pressedKey(event) === 'Enter') event.preventDefault();
          }}
          spellCheck={false}
          autoComplete="off"
          aria-invalid={Boolean(error)}
          aria-describedby={note ? noteId : undefined}
        />
        <Autocomplete.Portal>
          <Autocomplete.Positioner className={popup['positioner']} sideOffset={4} align="start">
            <Autocomplete.Popup className={popup['popup']} hidden={suggestions.length === 0}>
              <Autocomplete.List>
                {(item: string) => (
                  <Autocomplete.Item key={item} value={item} className={popup['item']}>
                    <span className={popup['itemText']}>{item}</span>
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      </Autocomplete.Root>
      {note ? (
        <div id={noteId} className={error ? css['error'] : css['hint']}>
          {note}
        </div>
      ) : null}
    </div>
  );
}
