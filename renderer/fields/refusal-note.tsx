import { useId, useState, type ReactElement, type ReactNode } from 'react';
import css from './fields.module.css';

/** Below a field: why what is typed cannot be taken, else what there is to know. */
export function ErrorNote({
  id,
  error,
  hint,
}: {
  /** For the field's `aria-describedby`. */
  id: string;
  error: string | null;
  hint: ReactNode;
}): ReactElement | null {
  if (error !== null) {
    return (
      <span id={id} role="alert" className={css['problem']}>
        {error}
      </span>
    );
  }
  return hint ? <span className={css['hint']}>{hint}</span> : null;
}

/** What a field refuses, for its note and for the form. */
export function useFieldError(onProblem: ((problem: string | null) => void) | undefined) {
  const id = useId();
  const [error, setError] = useState<string | null>(null);
  const report = (next: string | null): void => {
    setError(next);
    onProblem?.(next);
  };
  return { id, error, report };
}
