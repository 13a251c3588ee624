import { Unplug } from 'lucide-react';
import { useEffect, type ReactElement } from 'react';
import { clearSession, watchNextSession } from '#renderer/desk/index.ts';
import { EmptyState } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import css from './host-notice.module.css';

const t = words.appFrame.session;

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
    const unsubscribe = watchNextSession(() => location.reload());
    return () => {
      window.removeEventListener('hashchange', signIn);
      unsubscribe();
    };
  }, []);
  return (
    <main className={css['ended']} aria-label={t.pageNotConnectedPatchbay}>
      <EmptyState icon={<Unplug />} title={t.pageNotConnectedPatchbay} text={t.browserNotSignedPatchbay} />
    </main>
  );
}
