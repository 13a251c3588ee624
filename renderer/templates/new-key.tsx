import { Copy, KeyRound } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { copyText } from './copy-text.ts';
import css from './management.module.css';

const t = words.endpoints.newKey;

/** A key that was just made: shown this once. */
export function NewKey({ endpointKey }: { endpointKey: string }): ReactElement {
  return (
    <div className={css['newKey']} role="status">
      <KeyRound aria-hidden />
      <div className={css['newKeyText']}>
        <p>{words.templates.keyOnce}</p>
        <code aria-label={t.keyEndpoint}>{endpointKey}</code>
      </div>
      <Button size="small" icon={<Copy aria-hidden />} onClick={() => copyText(t.key, endpointKey)}>
        {t.copyKey}
      </Button>
    </div>
  );
}
