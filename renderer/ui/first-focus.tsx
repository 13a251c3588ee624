import { useEffect, type ReactElement, type ReactNode, type RefObject } from 'react';

/** The choice that is made, which takes the focus before the first control. */
const CHOSEN = '[aria-pressed="true"]:not(:disabled)';
const CONTROLS =
  'input:not([type="hidden"]), textarea, select, button:not(:disabled, [aria-disabled="true"]), a[href], [tabindex="0"]';

/**
 * What a dialog shows while it still reads what belongs there: it has the focus until its first control comes, and nothing
 * that a person does meanwhile is undone.
 * @param props.part given to the dialog as what takes the focus first.
 * @param props.isReady false while controls are there that come before others.
 */
export function FirstFocus({
  part,
  isReady = true,
  className,
  children,
}: {
  part: RefObject<HTMLDivElement | null>;
  isReady?: boolean;
  className?: string | undefined;
  children: ReactNode;
}): ReactElement {
  useEffect(() => {
    const { current } = part;
    if (!isReady || !current) return undefined;
    const give = () => {
      if (document.activeElement !== current) return;
      const control =
        current.querySelector<HTMLElement>(CHOSEN) ?? current.querySelector<HTMLElement>(CONTROLS);
      control?.focus();
    };
    // It comes here after the dialog has opened, and the controls may come after that.
    current.addEventListener('focus', give);
    const changes = new MutationObserver(give);
    changes.observe(current, { childList: true, subtree: true });
    give();
    return () => {
      current.removeEventListener('focus', give);
      changes.disconnect();
    };
  }, [isReady, part]);
  return (
    <div ref={part} tabIndex={-1} className={className}>
      {children}
    </div>
  );
}
