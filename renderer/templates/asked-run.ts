import { useQuery } from '@tanstack/react-query';
import { useSearch } from 'wouter';
import type { RunSource } from '#shared/desk/index.ts';
import { callDesk } from '#renderer/desk/index.ts';

/** The run of a template that the address names, with what its form held. */
export interface RequestedRun {
  /** Null where the address names none. */
  runId: string | null;
  /** Null where this computer does not have them, undefined while they are read. */
  source: RunSource['template'] | undefined;
  /** What the form begins with; null for the template's own values. */
  inputs: NonNullable<RunSource['template']>['inputs'] | null;
}

export function useRequestedRun(connectionId: string): RequestedRun {
  const runId = new URLSearchParams(useSearch()).get('run');
  const { data, isError } = useQuery({
    queryKey: ['desk', 'run-source', connectionId, runId],
    queryFn: ({ signal }) =>
      callDesk('getRunSource', { params: { connectionId, runId: runId ?? '' }, signal }),
    enabled: runId !== null,
    staleTime: Infinity,
  });
  const source = runId === null || isError ? null : data === undefined ? undefined : data.template;
  return { runId, source, inputs: source?.inputs ?? null };
}
