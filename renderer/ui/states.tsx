import { CircleAlert } from 'lucide-react';
import type { CSSProperties, ReactElement, ReactNode } from 'react';
import { words } from '#renderer/words/index.ts';
import { Button } from './button.tsx';
import { EmptyDrawing, type EmptyDrawingOf } from './empty-drawing.tsx';
import css from './states.module.css';

export interface EmptyStateProps {
  icon?: ReactNode;
  /** Shows the page as it is in use, in place of the icon. */
  drawing?: EmptyDrawingOf;
  title: string;
  /** One line that teaches the next act. */
  text?: ReactNode;
  /** One button. */
  action?: ReactNode;
  compact?: boolean;
}

/** Nothing here yet, and what to do about it. */
export function EmptyState({ icon, drawing, title, text, action, compact }: EmptyStateProps): ReactElement {
  return (
    <div className={`${css['state']} ${compact ? css['compact'] : ''}`}>
      {drawing ? <EmptyDrawing of={drawing} /> : null}
      {icon ? (
        <span className={css['icon']} aria-hidden>
          {icon}
        </span>
      ) : null}
      <p className={css['title']}>{title}</p>
      {text ? <div className={css['text']}>{text}</div> : null}
      {action ? <div className={css['actions']}>{action}</div> : null}
    </div>
  );
}

export interface ErrorStateProps {
  title: string;
  /** A sentence that says what to do next. */
  text?: ReactNode;
  onRetry?: () => void;
  action?: ReactNode;
  compact?: boolean;
}

/** Something could not be shown, why, and the next step. */
export function ErrorState({ title, text, onRetry, action, compact }: ErrorStateProps): ReactElement {
  return (
    <div role="alert" className={`${css['state']} ${css['error']} ${compact ? css['compact'] : ''}`}>
      <span className={css['icon']} aria-hidden>
        <CircleAlert />
      </span>
      <p className={css['title']}>{title}</p>
      {text ? <div className={css['text']}>{text}</div> : null}
      {onRetry || action ? (
        <div className={css['actions']}>
          {action}
          {onRetry ? <Button onClick={onRetry}>{words.common.tryRetry}</Button> : null}
        </div>
      ) : null}
    </div>
  );
}

/** The shape of what is coming. Sizes are CSS lengths or pixels. */
export function Skeleton({
  width = '100%',
  height = 14,
  radius,
  style,
}: {
  width?: number | string;
  height?: number | string;
  radius?: number | string;
  style?: CSSProperties;
}): ReactElement {
  return (
    <span aria-hidden className={css['skeleton']} style={{ width, height, borderRadius: radius, ...style }} />
  );
}

export type Tone = 'plain' | 'ok' | 'error' | 'warn';

/** A word or number set apart. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }): ReactElement {
  return (
    <span className={css['badge']} data-tone={tone}>
      {children}
    </span>
  );
}

/** Progress from 0 to 1, or null while its extent is not known. */
export function ProgressBar({
  value,
  label,
  tone = 'plain',
}: {
  value: number | null;
  label: string;
  tone?: 'plain' | 'ok' | 'error';
}): ReactElement {
  const fraction = value === null ? null : Math.min(1, Math.max(0, value));
  const percent = fraction === null ? null : Math.floor(fraction * 100);
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent ?? undefined}
      className={css['track']}
    >
      {/* Another element once it is known: what moves to and fro is no amount that it could grow from. */}
      <span
        key={percent === null ? 'unknown' : 'known'}
        className={css['bar']}
        data-tone={tone}
        data-indeterminate={percent === null ? '' : undefined}
        style={{ display: 'block', width: fraction === null ? undefined : `${fraction * 100}%` }}
      />
    </span>
  );
}

/** Read aloud, not shown. */
export function VisuallyHidden({ children }: { children: ReactNode }): ReactElement {
  return <span className={css['hidden']}>{children}</span>;
}

/** Announces its text to screen readers whenever it changes. */
export function LiveRegion({ children, urgent }: { children: ReactNode; urgent?: boolean }): ReactElement {
  return (
    <span
      className={css['hidden']}
      role={urgent ? 'alert' : 'status'}
      aria-live={urgent ? 'assertive' : 'polite'}
    >
      {children}
    </span>
  );
}
