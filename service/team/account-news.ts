import type { ServiceContext } from '#service/context.ts';
import { RunHub } from '#service/engine/run-hub.ts';
import type { AccountNews } from '#service/storage/coordination.ts';

const NEWS = 'team ';

export function createAccountNews({
  db,
  coordination,
}: Pick<ServiceContext, 'db' | 'coordination'>): AccountNews {
  const hub = new RunHub();
  const unsubscribe = coordination.onNews((news) => {
    if (news === null) return hub.wakeAll();
    for (const line of news) if (line.startsWith(NEWS)) hub.wake(line.slice(NEWS.length));
  });
  return {
    changed(accountId) {
      coordination.publish(NEWS + accountId);
      db.afterCommit(() => hub.wake(accountId));
    },
    subscribe: (accountId, listener) => hub.subscribe(accountId, listener),
    close: unsubscribe,
  };
}
