import { queryOptions } from '@tanstack/react-query';
import { endpoints } from '#shared/api/index.ts';
import { readFor } from '#renderer/desk/index.ts';

export const storyboardQuery = (connectionId: string, projectId: string) =>
  queryOptions({
    queryKey: ['storyboard', connectionId, projectId] as const,
    queryFn: ({ signal }) =>
      readFor(connectionId)(endpoints.storyboards.get, { params: { project_id: projectId }, signal }),
  });
