import type { KeyboardEvent, ReactElement } from 'react';
import { pressedKey } from '#renderer/keys/index.ts';
import { TextArea } from '#renderer/ui/index.ts';
import type { KindProps } from './field-props.ts';

const EXPANDED_ROWS = 3;

/**
 * A text: in a field that grows with it, so that lines which are pasted stay. Enter makes a line in a long text; in a short one
 * it sends the form, and Shift with Enter makes a line.
 */
export function TextInput({
  label,
  type,
  value,
  hint,
  placeholder,
  hideLabel,
  onValueChange,
}: KindProps): ReactElement {
  const isShort = (type.base === 'text' || type.base === 'choice') && type.multiline !== true;
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (!isShort || pressedKey(event) !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
  return (
    <TextArea
      label={label}
      hideLabel={hideLabel}
      hint={hint}
      grows
      rows={isShort ? 1 : EXPANDED_ROWS}
      placeholder={value === null ? placeholder : undefined}
      value={value?.type === 'string' ? value.value : ''}
      onKeyDown={onKeyDown}
      onValueChange={(text) => onValueChange({ type: 'string', value: text })}
    />
  );
}
