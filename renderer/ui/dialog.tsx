import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import {
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from 'react';
import { words } from '#renderer/words/index.ts';
// With it, a press of an input method is taken out before the library reads it.
import { pressedKey } from '#renderer/keys/index.ts';
import { IconButton } from './button.tsx';
import css from './dialog.module.css';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the main one last. */
  footer?: ReactNode;
  /** Pixels; 440 by default. */
  width?: number;
  /** What takes the focus first; the first control by default. */
  initialFocus?: RefObject<HTMLElement | null>;
}

/** Tells what has the focus before a field of the content takes it by itself, which the library would take for the opener. */
function OpenerProbe({ onOpener }: { onOpener: (opener: Element | null) => void }): null {
  const [opener] = useState(() => document.activeElement);
  useLayoutEffect(() => onOpener(opener), [onOpener, opener]);
  return null;
}

/** Where the focus goes when a dialog closes: to what opened it, else where the library finds it. */
function useOpener() {
  const opener = useRef<Element | null>(null);
  const setOpener = useCallback((element: Element | null): void => {
    opener.current = element;
  }, []);
  const finalFocus = (): HTMLElement | true => {
    const { current } = opener;
    return current instanceof HTMLElement && current.isConnected && current !== document.body
      ? current
      : true;
  };
  return { finalFocus, probe: <OpenerProbe onOpener={setOpener} /> };
}

/** Marks fields of a dialog in which Enter ends what is typed and no more. */
export const commitsOnEnter = { 'data-commits-on-enter': '' };

/** Fields of one line whose Enter nobody else wants: a search goes on to its list. */
const LINE_FIELDS = 'input:is([type="text"], [type="url"], [type="password"], :not([type]))';

/** Enter in a field of one line presses the main button, as in every form; a field within a form has that one's. */
function pressMain(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget: dialog } = event;
  if (pressedKey(event) !== 'Enter' || event.defaultPrevented) return;
  if (!(target instanceof HTMLInputElement) || target.form !== null || !dialog.contains(target)) return;
  if (!target.matches(LINE_FIELDS) || target.matches('[role="combobox"], [data-commits-on-enter] *')) return;
  const main = [...dialog.querySelectorAll<HTMLElement>('[data-dialog-footer] button')].at(-1);
  if (main?.dataset['variant'] !== 'primary' && main?.dataset['variant'] !== 'run') return;
  // What was typed is the value with the next drawing, and a dialog that closed by itself is gone by then.
  requestAnimationFrame(() => {
    if (main.isConnected) main.click();
  });
}

/** A modal dialog: focus stays inside, Escape and the cross close it, focus returns to where it was. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  footer,
  width,
  initialFocus,
}: DialogProps): ReactElement {
  const { finalFocus, probe } = useOpener();
  return (
    <Base.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className={css['backdrop']} />
        <Base.Viewport className={css['viewport']}>
          <Base.Popup
            className={css['popup']}
            initialFocus={initialFocus}
            finalFocus={finalFocus}
            onKeyDown={pressMain}
            style={width ? ({ '--dialog-width': `${width}px` } as CSSProperties) : undefined}
          >
            {probe}
            <div className={css['header']}>
              <div className={css['titles']}>
                <Base.Title className={css['title']}>{title}</Base.Title>
                {description ? (
                  <Base.Description className={css['description']} render={<div />}>
                    {description}
                  </Base.Description>
                ) : null}
              </div>
            </div>
            <div className={css['body']}>{children}</div>
            {footer ? (
              <div className={css['footer']} data-dialog-footer>
                {footer}
              </div>
            ) : null}
            {/* Last, so that the focus begins at the first control of the content. */}
            <Base.Close
              render={
                <IconButton label={words.common.close} className={css['close']}>
                  <X />
                </IconButton>
              }
            />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** A modal without a frame of its own, high on the page: the command palette. */
export function BareDialog({
  open,
  onClose,
  label,
  width,
  children,
  initialFocus,
}: {
  open: boolean;
  onClose: () => void;
  label: string;
  width?: number;
  children: ReactNode;
  initialFocus?: RefObject<HTMLElement | null>;
}): ReactElement {
  return (
    <Base.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className={css['backdrop']} />
        <Base.Viewport className={`${css['viewport']} ${css['top']}`}>
          <Base.Popup
            aria-label={label}
            className={css['popup']}
            initialFocus={initialFocus}
            style={width ? ({ '--dialog-width': `${width}px` } as CSSProperties) : undefined}
          >
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
