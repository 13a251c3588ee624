import { Button as BaseButton } from '@base-ui/react/button';
import type { ReactElement, ReactNode, Ref } from 'react';
import { Tooltip } from './tooltip.tsx';
import css from './button.module.css';

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'run' | 'danger';

export interface ButtonProps extends Omit<BaseButton.Props, 'className' | 'ref'> {
  /** `run` is amber and belongs to running alone. */
  variant?: ButtonVariant;
  size?: 'small' | 'medium';
  /** Shows that it works; it stays focusable and ignores presses. */
  busy?: boolean;
  /**
   * Why it cannot be pressed now, as a sentence that says what to do first; null while it can. It stays focusable, shows the
   * sentence on hover and focus, and is described by it.
   */
  disabledReason?: string | null;
  icon?: ReactNode;
  className?: string;
  ref?: Ref<HTMLElement>;
}

const classes = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ');

/**
 * What a button is given that keeps the focus and cannot be pressed. A disabled one of the library would take every key from
 * the page while it has the focus, Undo too.
 */
const INERT = {
  'aria-disabled': true,
  'data-disabled': '',
  onClick: (event: { preventDefault: () => void }) => event.preventDefault(),
  onKeyDown: undefined,
  onMouseDown: undefined,
  onPointerDown: undefined,
} as const;

/** A button. Its text is a verb. */
export function Button({
  variant = 'secondary',
  size = 'medium',
  busy = false,
  icon,
  className,
  children,
  disabled,
  disabledReason,
  ...remaining
}: ButtonProps): ReactElement {
  const reason = disabledReason ?? '';
  const isInert = busy || reason !== '';
  const button = (
    <BaseButton
      {...remaining}
      {...(isInert && INERT)}
      disabled={!isInert && disabled}
      aria-description={reason || remaining['aria-description']}
      aria-busy={busy || undefined}
      data-variant={variant}
      className={classes(css['button'], css[variant], size === 'small' && css['small'], className)}
    >
      {icon}
      {children}
    </BaseButton>
  );
  // In the tooltip even while it can be pressed: the button must not be another element then.
  return disabledReason === undefined ? button : <Tooltip text={reason}>{button}</Tooltip>;
}

export interface WordButtonProps extends Omit<ButtonProps, 'aria-label'> {
  /** All of its name, for the tooltip and for those who hear it; the word on the button is a part of it. */
  label: string;
  /** Shown beside the name in the tooltip, already formatted. */
  shortcut?: string | undefined;
}

/** A button of a bar with one word of what it does. */
export function WordButton({
  label,
  shortcut,
  variant = 'quiet',
  size = 'small',
  children,
  ...remaining
}: WordButtonProps): ReactElement {
  return (
    <Tooltip text={label} shortcut={shortcut}>
      <Button {...remaining} variant={variant} size={size} aria-label={label}>
        {children}
      </Button>
    </Tooltip>
  );
}

export interface IconButtonProps extends Omit<
  ButtonProps,
  'icon' | 'children' | 'aria-label' | 'disabledReason'
> {
  /** Its name for everyone: tooltip and accessible name. */
  label: string;
  /** Shown beside the name in the tooltip, already formatted. */
  shortcut?: string;
  /** Its tooltip does not come up by the focus alone. */
  tooltipOnHoverOnly?: boolean;
  children: ReactNode;
}

/** A square button that shows only an icon; the label is its tooltip. */
export function IconButton({
  label,
  shortcut,
  tooltipOnHoverOnly,
  variant = 'quiet',
  size = 'small',
  className,
  children,
  busy: _busy,
  ...remaining
}: IconButtonProps): ReactElement {
  return (
    <Tooltip text={label} shortcut={shortcut} onHoverOnly={tooltipOnHoverOnly}>
      <BaseButton
        {...remaining}
        aria-label={label}
        className={classes(
          css['button'],
          css[variant],
          css['icon'],
          size === 'small' && css['small'],
          className,
        )}
      >
        {children}
      </BaseButton>
    </Tooltip>
  );
}
