import { useQuery } from '@tanstack/react-query';
import { endpoints } from '#shared/api/index.ts';
import type { RunRecord } from '#shared/desk/index.ts';
import { readFor } from './cached-reads.ts';

/** The name of the project or template that was run; null of a run of neither. */
export async function ownerNameOf(
  { connectionId, projectId, templateId }: RunRecord,
  signal?: AbortSignal,
): Promise<string | null> {
  const read = readFor(connectionId);
  if (templateId !== undefined) {
    return (await read(endpoints.templates.get, { params: { template_id: templateId }, signal })).name;
  }
  if (projectId === null) return null;
  return (await read(endpoints.projects.get, { params: { project_id: projectId }, signal })).name;
}

/** The same for what is shown; undefined while it is read. */
export function useOwnerName(run: RunRecord): string | null | undefined {
  const owner = useQuery({
    queryKey: ['projects', run.connectionId, 'name', run.templateId ?? run.projectId],
    enabled: run.projectId !== null || run.templateId !== undefined,
    queryFn: ({ signal }) => ownerNameOf(run, signal),
  });
  return owner.data;
}
