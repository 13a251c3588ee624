import { Popover } from '@base-ui/react/popover';
import {
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
} from 'react';
import { pressedKey } from '#renderer/keys/index.ts';
import { words } from '#renderer/words/index.ts';
import { FieldError } from './field-refusal.tsx';
import { lazyComponent } from './lazy-component.tsx';
import { hexOf, readColorText } from './color-text.ts';
import { loopTab } from './tab-loop.ts';
import { rowOf } from './row-anchor.ts';
import popup from './popup.module.css';
import css from './color-field.module.css';

const t = words.ui.colorField;

const ColorPicker = lazyComponent(
  () => import('./color-picker.tsx').then((module) => module.default),
  () => <div className={css['waiting']} />,
);

export interface ColorFieldProps {
  /** Names both parts for screen readers. */
  label: string;
  /** A color as nodes read it, or any text that came from elsewhere. */
  value: string;
  placeholder?: string | undefined;
  onValueChange: (value: string) => void;
  /** The gesture or the typing is over. */
  onCommit?: () => void;
  /** Colors of the document; asked when the picker opens. */
  palette?: (() => readonly string[]) | undefined;
  /** Names the text field for screen readers, where its label alone is not enough or too much. */
  textLabel?: string | undefined;
  /** Why what is typed now cannot be taken; null once it can. */
  onError?: ((error: string | null) => void) | undefined;
  /** The reason is shown by the form around it, under this id, and not beside the field. */
  errorId?: string | undefined;
  /** How the text field looks. */
  inputClassName: string | undefined;
}

/** A color: chosen in a picker, or typed. What is no color stays as typed, with the reason, and changes nothing. */
export function ColorField({
  label,
  value,
  onValueChange,
  onCommit,
  palette,
  ...fieldProps
}: ColorFieldProps): ReactElement {
  const commit = (): void => onCommit?.();
  const row = useRef<HTMLSpanElement>(null);
  return (
    <span ref={row} className={css['field']}>
      <ColorSwatch
        label={label}
        value={value}
        palette={palette}
        onValueChange={onValueChange}
        onCommit={commit}
      />
      <ColorInput
        label={label}
        value={value}
        row={row}
        onValueChange={onValueChange}
        onCommit={commit}
        {...fieldProps}
      />
    </span>
  );
}

/** Beside the node, panel or form, whose other rows stay in view; elsewhere below. */
function pickerPosition(swatch: Element | null): {
  anchor: Element | ReturnType<typeof rowOf> | null;
  side: 'left' | 'right' | 'bottom';
} {
  const container = swatch?.closest('article, aside, [data-inspector]');
  if (!swatch || !container) return { anchor: swatch, side: 'bottom' };
  return {
    anchor: rowOf(swatch, container),
    side: container.matches('[data-editor-stage] *') ? 'right' : 'left',
  };
}

/** A color as a button that opens the picker. */
export function ColorSwatch({
  label,
  value,
  onValueChange,
  onCommit,
  palette,
}: Omit<
  ColorFieldProps,
  'inputClassName' | 'placeholder' | 'textLabel' | 'onError' | 'errorId'
>): ReactElement {
  const swatch = useRef<HTMLButtonElement>(null);
  const [position, setPosition] = useState<ReturnType<typeof pickerPosition> | null>(null);
  const isOpen = position !== null;
  const hex = hexOf(value);
  const close = (): void => {
    setPosition(null);
    onCommit?.();
  };
  return (
    <>
      <button
        ref={swatch}
        type="button"
        className={css['swatch']}
        aria-label={t.selectColor(label)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? close() : setPosition(pickerPosition(swatch.current)))}
      >
        <span style={hex === null ? undefined : { backgroundColor: hex }} />
      </button>
      {position ? (
        <Popover.Root
          open
          onOpenChange={(open, { reason }) => {
            if (open) return;
            close();
            // It is gone at once, and cannot give the focus back itself.
            if (reason !== 'outside-press' && reason !== 'focus-out') swatch.current?.focus();
          }}
        >
          <Popover.Portal>
            <Popover.Positioner
              anchor={position.anchor}
              side={position.side}
              align="start"
              sideOffset={6}
              className={popup['positioner']}
            >
              <Popover.Popup
                aria-label={label}
                finalFocus={swatch}
                onKeyDown={loopTab}
                className={`${popup['popup']} ${popup['panel']}`}
              >
                <ColorPicker
                  label={label}
                  value={value}
                  palette={palette?.() ?? []}
                  onValueChange={onValueChange}
                />
              </Popover.Popup>
            </Popover.Positioner>
          </Popover.Portal>
        </Popover.Root>
      ) : null}
    </>
  );
}

/** What is typed, and the value it stands for. */
interface Draft {
  text: string;
  value: string;
  error: string | null;
  isDismissed: boolean;
}

/** What is typed of a color, until it is one or somebody else's color ends it. */
function useColorDraft({
  value,
  onValueChange,
  onError,
  onCommit,
}: Pick<ColorFieldProps, 'value' | 'onValueChange' | 'onError'> & { onCommit: () => void }) {
  const [storedDraft, setDraft] = useState<Draft | null>(null);
  // Somebody else's color, or the picker's, ends what is typed.
  const draft = storedDraft !== null && storedDraft.value === value ? storedDraft : null;
  const isReplaced = storedDraft !== null && draft === null && storedDraft.error !== null;
  useEffect(() => {
    if (isReplaced) onError?.(null);
  }, [isReplaced, onError]);
  const type = (text: string): void => {
    const read = readColorText(text);
    const next = read.kind === 'color' ? read.text : text.trim() === '' ? '' : value;
    const error = read.kind === 'refused' ? read.reason : null;
    setDraft({ text, value: next, error, isDismissed: false });
    onError?.(error);
    if (next !== value) onValueChange(next);
  };
  const finish = (): void => {
    onCommit();
    if (draft === null) return;
    const isIncomplete = readColorText(draft.text).kind === 'incomplete' && draft.text.trim() !== '';
    const error = isIncomplete ? t.notFinished(draft.text.trim()) : draft.error;
    setDraft(error === null ? null : { ...draft, error });
    onError?.(error);
  };
  return {
    draft,
    type,
    finish,
    /** The color from before stays. */
    drop: (): void => {
      setDraft(null);
      onError?.(null);
    },
    /** The reason is not shown any more. */
    dismiss: (): void => setDraft((before) => before && { ...before, isDismissed: true }),
  };
}

/** A color as text. */
export function ColorInput({
  label,
  value,
  textLabel = t.asText(label),
  placeholder,
  row,
  onValueChange,
  onError,
  errorId,
  onCommit,
  inputClassName,
}: Pick<
  ColorFieldProps,
  'label' | 'textLabel' | 'value' | 'placeholder' | 'onValueChange' | 'onError' | 'errorId' | 'inputClassName'
> & {
  /** The row of a node or panel that it stands in: what is wrong is said beside it, else below the field. */
  row?: RefObject<HTMLElement | null>;
  onCommit: () => void;
}): ReactElement {
  const field = useRef<HTMLInputElement>(null);
  const localId = useId();
  const id = errorId ?? localId;
  const { draft, type, finish, drop, dismiss } = useColorDraft({
    value,
    onValueChange,
    onError,
    onCommit,
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (pressedKey(event) === 'Enter') finish();
    if (pressedKey(event) !== 'Escape' || draft === null || draft.error === null) return;
    event.stopPropagation();
    drop();
  };
  const error = draft?.error ?? null;
  return (
    <>
      <input
        ref={field}
        className={inputClassName}
        aria-label={textLabel}
        aria-invalid={error !== null || undefined}
        aria-describedby={error === null ? undefined : id}
        placeholder={placeholder}
        value={draft?.text ?? value}
        spellCheck={false}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={finish}
      />
      {error === null || errorId !== undefined || draft?.isDismissed ? null : (
        <FieldError
          anchor={row ?? field}
          id={id}
          reason={error}
          side={row ? 'right' : 'bottom'}
          onDismiss={dismiss}
        />
      )}
    </>
  );
}
