import type { ReactElement } from 'react';
import { Button } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { ProxyState } from './film-proxies.ts';
import css from './monitor.module.css';

/** What of the film is played as small copies, how far those are that are made, and which could not be. */
export function ProxyStatus({
  proxies,
  retry,
}: {
  proxies: ReadonlyMap<string, ProxyState>;
  retry: (fileId: string) => void;
}): ReactElement | null {
  const all = [...proxies.values()];
  const pending = all.find(({ kind }) => kind === 'making');
  const failed = all.find(({ kind }) => kind === 'failed');
  const ready = all.filter(({ kind }) => kind === 'ready');
  const canExportOriginals = ready.every(({ reason }) => reason !== 'undecodable');
  const { film } = words;
  if (pending?.kind === 'making') return <Line text={film.proxyMaking(pending.name, pending.fraction)} />;
  if (failed?.kind === 'failed') {
    return (
      <Line text={film.proxyFailed(failed.name, failed.message)}>
        <Button size="small" onClick={() => retry(failed.fileId)}>
          {film.proxyRetry}
        </Button>
      </Line>
    );
  }
  return ready.length > 0 ? <Line text={film.proxiesShown(ready.length, canExportOriginals)} /> : null;
}

function Line({ text, children }: { text: string; children?: ReactElement }): ReactElement {
  return (
    <div className={css['proxies']} role="status">
      <span>{text}</span>
      {children}
    </div>
  );
}
