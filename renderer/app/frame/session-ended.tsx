import { Unplug } from 'lucide-react';
import { useEffect, type ReactElement } from 'react';
import { clearSession, watchNextSession } from '#renderer/desk/index.ts';
import { EmptyState } from '#renderer/ui/index.ts';
import css from './host-notice.module.css';

/** The page has no way in: it was opened without the address that Patchbay gave, or Patchbay was started anew. */
export function SessionExpired(): ReactElement {
  // The address it printed, put into this very tab, changes only what follows the #: nothing would load by itself.
  useEffect(() => {
    const signIn = () => {
      if (location.hash.startsWith('#token=')) location.reload();
    };
    window.addEventListener('hashchange', signIn);
    // What this tab had opens nothing any more; any other tab that signs in lets it in again.
    clearSession();
    const unwatch = watchNextSession(() => location.reload());
    return () => {
      window.removeEventListener('hashchange', signIn);
      unwatch();
    };
  }, []);
  return (
    <main className={css['ended']}>
      <EmptyState
        icon={<Unplug />}
        title="This page is not connected to Patchbay"
        text="This browser has not signed in, or Patchbay was started anew since. Run “npm start” again: a Patchbay that is running goes on, and a new address opens. Where no browser opens, it is printed in the terminal. All tabs of the browser that opens it are let in."
      />
    </main>
  );
}
