import { useEffect, type ReactElement, type ReactNode, type RefObject } from 'react';

/** The choice that is made, which takes the focus before the first control. */
const SELECTED = '[aria-pressed="true"]:not(:disabled)';
const CONTROLS =
  'input:not([type="hidden"]), textarea, select, button:not(:disabled, [aria-disabled="true"]), a[href], [tabindex="0"]';

/**
 * What a dialog shows while it still reads what belongs there: it has the focus until its first control comes, and nothing
 * that a person does meanwhile is undone.
 * @param props.part given to the dialog as what takes the focus first.
 * @param props.isReady false while controls are there that come before others.
 */
export function FirstFocus({
  container,
  isReady = true,
  className,
  children,
}: {
  container: RefObject<HTMLDivElement | null>;
  isReady?: boolean;
  className?: string | undefined;
  children: ReactNode;
}): ReactElement {
  useEffect(() => {
    const { current } = container;
    if (!isReady || !current) return undefined;
    const moveFocus = () => {
      if (document.activeElement !== current) return;
      const control =
        current.querySelector<HTMLElement>(SELECTED) ?? current.querySelector<HTMLElement>(CONTROLS);
      control?.focus();
    };
    // It comes here after the dialog has opened, and the controls may come after that.
    current.addEventListener('focus', moveFocus);
    const changes = new MutationObserver(moveFocus);
    changes.observe(current, { childList: true, subtree: true });
    moveFocus();
    return () => {
      current.removeEventListener('focus', moveFocus);
      changes.disconnect();
    };
  }, [isReady, container]);
  return (
    <div ref={container} tabIndex={-1} className={className}>
      {children}
    </div>
  );
}
