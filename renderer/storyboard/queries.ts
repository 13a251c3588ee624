import { queryOptions, useQuery } from '@tanstack/react-query';
import { endpoints } from '#shared/api/index.ts';
import { readFor } from '#renderer/desk/index.ts';

export const storyboardQuery = (connectionId: string, projectId: string) =>
  queryOptions({
    queryKey: storyboardKey(connectionId, projectId),
    queryFn: ({ signal }) =>
      readFor(connectionId)(endpoints.storyboards.get, { params: { project_id: projectId }, signal }),
  });

export const storyboardKey = (connectionId: string, projectId: string) =>
  ['storyboard', connectionId, projectId] as const;

export const useStoryboard = (connectionId: string, projectId: string) =>
  useQuery(storyboardQuery(connectionId, projectId));
