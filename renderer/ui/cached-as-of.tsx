import { CloudOff } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { RelativeTime } from './relative-time.tsx';
import { words } from '#renderer/words/index.ts';
import css from './cached-as-of.module.css';

const t = words.ui.cachedAsOf;

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
  const [before, after] = t.offlineAsOf.split('{time}');
  return (
    <p className={css['line']} role="status">
      <CloudOff size={14} aria-hidden />
      <span>
        <strong>
          {before}
          <RelativeTime at={at} />
          {after}
        </strong>
        {children ? <> {children}</> : null}
      </span>
    </p>
  );
}
