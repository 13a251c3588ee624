import { CloudOff } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { RelativeTime } from './relative-time.tsx';
import css from './cached-as-of.module.css';

/** One calm line over what is shown from memory: how old it is, and what that means. Nothing for what is fresh. */
export function CachedAsOf({
  at,
  children,
}: {
  /** ISO 8601; null while the service answers. */
  at: string | null;
  /** What works meanwhile and what waits. */
  children?: ReactNode;
}): ReactElement | null {
  if (at === null) return null;
  return (
    <p className={css['line']} role="status">
      <CloudOff size={14} aria-hidden />
      <span>
        <strong>
          As of <RelativeTime at={at} />, offline.
        </strong>
        {children ? <> {children}</> : null}
      </span>
    </p>
  );
}
