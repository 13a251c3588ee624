import { useCallback, useRef, useState } from 'react';

/** What is wrong in the fields of a form: while anything is, the form is not submitted. */
export interface FieldProblems {
  /** @param problem a sentence; null once the field is right. */
  report: (key: string, problem: string | null) => void;
  /** The problem of the first field that has one, for the button that waits; null when all are right. */
  first: string | null;
  /** The same, with what was reported since the last render. */
  current: () => string | null;
  /** Forgets a field that is not there any more. */
  clear: (key: string) => void;
}

export function useFieldProblems(): FieldProblems {
  const problems = useRef(new Map<string, string>());
  const [first, setFirst] = useState<string | null>(null);
  const current = useCallback((): string | null => problems.current.values().next().value ?? null, []);
  const report = useCallback(
    (key: string, problem: string | null) => {
      if (problem === null) problems.current.delete(key);
      else problems.current.set(key, problem);
      setFirst(current());
    },
    [current],
  );
  const clear = useCallback((key: string) => report(key, null), [report]);
  return { report, first, current, clear };
}
