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
        text="Each address of Patchbay lets one tab in, for your safety. Run “npm start” again: a Patchbay that is running goes on, and a new address opens. Where no browser opens, it is printed in the terminal."
      />
    </main>
  );
}
