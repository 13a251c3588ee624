import { Unplug } from 'lucide-react';
import type { ReactElement } from 'react';
import { EmptyState } from '#renderer/ui/index.ts';
import css from './host-notice.module.css';

/** The page has no way in: it was opened without the address that Patchbay gave, or Patchbay was started anew. */
export function SessionEnded(): ReactElement {
  return (
    <main className={css['ended']}>
      <EmptyState
        icon={<Unplug />}
        title="This page is not connected to Patchbay"
        text="Start Patchbay again, or use the address it printed. For your safety each address works in one tab."
      />
    </main>
  );
}
