import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import { useId, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { pressedKey } from '#renderer/keys/index.ts';
import { words } from '#renderer/words/index.ts';
import popup from './popup.module.css';

const t = words.nodeTypes;

export interface SelectButtonProps {
  label: string;
  value: string;
  /** What stands there while the value is none of the choices. */
  placeholder: string;
  choices: readonly string[];
  onValueChange: (value: string) => void;
  /** How the button looks. */
  className: string | undefined;
}

/** A choice of a few where there are many such fields: until it is opened it is a button and nothing else. */
export function SelectButton({
  label,
  value,
  placeholder,
  choices,
  onValueChange,
  className,
}: SelectButtonProps): ReactElement {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const onKeyDown = (event: KeyboardEvent): void => {
    if (pressedKey(event) !== 'ArrowDown' && pressedKey(event) !== 'ArrowUp') return;
    event.preventDefault();
    setOpen(true);
  };
  const displayed = choices.includes(value) ? t.choice(choices, value) : value || placeholder;
  return (
    <>
      <button
        ref={button}
        type="button"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-label={label}
        className={className}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
      >
        <span>{displayed}</span>
        <ChevronDown aria-hidden size={13} />
      </button>
      {isOpen ? (
        <Base.Root
          open
          modal={false}
          value={value}
          onOpenChange={(open, { reason }) => {
            if (open) return;
            setOpen(false);
            // It is gone at once, and cannot give the focus back itself.
            if (reason !== 'outside-press' && reason !== 'focus-out') button.current?.focus();
          }}
          onValueChange={(next) => {
            if (next !== null) onValueChange(next);
          }}
        >
          <Base.Portal>
            <Base.Positioner
              anchor={button}
              className={popup['positioner']}
              sideOffset={4}
              align="start"
              alignItemWithTrigger={false}
            >
              <Base.Popup className={`${popup['popup']} ${popup['ofField']}`} finalFocus={button}>
                <Base.List id={listId}>
                  {choices.map((choice) => (
                    <Base.Item key={choice} value={choice} className={popup['item']}>
                      <span className={popup['check']}>
                        <Base.ItemIndicator>
                          <Check aria-hidden />
                        </Base.ItemIndicator>
                      </span>
                      <Base.ItemText className={popup['itemText']}>{t.choice(choices, choice)}</Base.ItemText>
                    </Base.Item>
                  ))}
                </Base.List>
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      ) : null}
    </>
  );
}
