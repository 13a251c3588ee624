import { useQuery } from '@tanstack/react-query';
import { callDesk } from './desk.ts';

const MAX_FILES = '10000';

/** All files of a connection that this computer knows of, read anew each time that they are wanted. @param enabled nothing is read while it is false */
export const useLibraryFiles = (connectionId: string, enabled: boolean) =>
  useQuery({
    queryKey: ['desk', 'library-files', connectionId],
    queryFn: async ({ signal }) =>
      (await callDesk('listFiles', { query: { connectionId, limit: MAX_FILES }, signal })).files,
    enabled,
    staleTime: 0,
  });
