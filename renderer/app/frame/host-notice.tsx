import { Unplug } from 'lucide-react';
import type { ReactElement } from 'react';
import css from './host-notice.module.css';

/** Shown over the page while the app behind it does not answer. Nothing is lost, nothing needs doing yet. */
export function HostNotice(): ReactElement {
  return (
    <div role="status" className={css['notice']}>
      <Unplug size={16} aria-hidden />
      Patchbay is not responding. Your changes stay here, and it keeps trying every few seconds.
    </div>
  );
}
