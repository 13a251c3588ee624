import { useEffect } from 'react';
import { createStore } from 'zustand/vanilla';
import { joinKey } from '#shared/language/join-key.ts';
import type { ProxyState } from './film-proxies.ts';

/** Files that are played from their small copies in this window now, by `proxiedKey`. */
export const activeProxies = createStore<{ files: ReadonlySet<string> }>(() => ({ files: new Set() }));

export const proxiedKey = (connectionId: string, fileId: string): string => joinKey(connectionId, fileId);

/** Says which files are played from their small copies, as long as a monitor plays them. */
export function useActiveProxies(connectionId: string, proxies: ReadonlyMap<string, ProxyState>): void {
  useEffect(() => {
    const ready = [...proxies.values()].filter(({ kind }) => kind === 'ready');
    activeProxies.setState({ files: new Set(ready.map(({ fileId }) => proxiedKey(connectionId, fileId))) });
    return () => activeProxies.setState({ files: new Set() });
  }, [connectionId, proxies]);
}
