import { Unplug } from 'lucide-react';
import { useEffect, type ReactElement } from 'react';
import { EmptyState } from '#renderer/ui/index.ts';
import css from './host-notice.module.css';

/** The page has no way in: it was opened without the address that Patchbay gave, or Patchbay was started anew. */
export function SessionEnded(): ReactElement {
  // The address it printed, put into this very tab, changes only what follows the #: nothing would load by itself.
  useEffect(() => {
    const signIn = () => {
      if (location.hash.startsWith('#token=')) location.reload();
    };
    window.addEventListener('hashchange', signIn);
    return () => window.removeEventListener('hashchange', signIn);
  }, []);
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
