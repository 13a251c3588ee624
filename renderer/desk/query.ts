import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#shared/api/index.ts';

/** Something answered that is not this API: what it says next is no better. */
const isForeign = ({ code, details }: ApiError): boolean =>
  code === 'BAD_RESPONSE' || details['problem'] === 'not-this-api';

/** Server state of the pages. The desktop process already retries what may be retried; the page adds one try. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) =>
        failures < 1 &&
        (!(error instanceof ApiError) || (error.status >= 500 && !isForeign(error))) &&
        error.name !== 'HostUnreachable',
      refetchOnWindowFocus: true,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});
