import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { render } from 'vitest-browser-react';
import '#renderer/ui/tokens.css';
import '#renderer/ui/base.css';
import { Toasts, TooltipProvider } from '#renderer/ui/index.ts';

/** Renders a page as the app would, with a cache of its own. */
export function renderPage(page: ReactElement) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <Toasts>{page}</Toasts>
      </TooltipProvider>
    </QueryClientProvider>,
  );
}
