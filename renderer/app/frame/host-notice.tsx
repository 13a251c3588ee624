import { Unplug } from 'lucide-react';
import type { ReactElement } from 'react';
import { words } from '#renderer/words/index.ts';
import css from './host-notice.module.css';

const t = words.appFrame.hostNotice;

/** Shown over the page while the app behind it does not answer. Nothing is lost, nothing needs doing yet. */
export function HostNotice(): ReactElement {
  return (
    <div role="status" className={css['notice']}>
      <Unplug size={16} aria-hidden />
      {t.patchbayNotRespondingYour}
    </div>
  );
}
