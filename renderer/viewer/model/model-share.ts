import { useQuery } from '@tanstack/react-query';
import type { OutputProvenance } from '#shared/desk/index.ts';
import { callDesk } from '#renderer/desk/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.viewer.provenance;

/** An output, by the run and the node that made it. */
export interface OutputOfRun {
  connectionId: string;
  runId?: string | null | undefined;
  nodeId?: string | null | undefined;
}

/** How much of an output came from models; null until that is known, and of what no known run made. */
export function useProvenance(output: OutputOfRun | null): OutputProvenance | null {
  const { connectionId = '', runId = null, nodeId = null } = output ?? {};
  const read = useQuery({
    queryKey: ['desk', 'provenance', connectionId, runId, nodeId],
    queryFn: ({ signal }) =>
      callDesk('getProvenance', { body: { connectionId, runId: runId ?? '', nodeId: nodeId ?? '' }, signal }),
    enabled: runId !== null && nodeId !== null,
    staleTime: 60_000,
  });
  return read.data ?? null;
}

/** How much of an output came from models, in sentences. */
export function describeProvenance(provenance: OutputProvenance): string {
  const { share, isAmbiguous, problem, silentFiles, unknownTypes } = provenance;
  const models = isAmbiguous ? '' : provenance.models.join(', ');
  switch (share) {
    case 'all':
      return t.fully(models);
    case 'part':
      return t.partly(models);
    case 'nothing':
      return silentFiles === 0 ? t.none : `${t.none} ${t.silent(silentFiles)}`;
    default:
      if (problem !== null) return `${t.unknown} ${problem}`;
      if (unknownTypes.length > 0) return t.types(unknownTypes.join(', '));
      return isAmbiguous ? t.ambiguous : t.unknown;
  }
}
