import { ListOrdered } from 'lucide-react';
import type { ReactElement } from 'react';
import { commands, keysLabel } from '#renderer/commands/index.ts';
import { Tooltip } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { buttonText, summaryText } from './labels.ts';
import { useQueueSummary } from './queries.ts';
import css from './queue.module.css';

/** How much goes on and how far it is, beside a link to the queue; nothing while nothing goes on. */
export function QueueCount({ connectionId }: { connectionId: string | null }): ReactElement | null {
  const { data } = useQueueSummary(connectionId);
  const text = data ? buttonText(data) : null;
  return text === null ? null : <span className={css['count']}>{text}</span>;
}

/** Opens the queue from a toolbar, with how much goes on and how far it is. */
export function QueueButton({ connectionId }: { connectionId: string }): ReactElement {
  const { data } = useQueueSummary(connectionId);
  const text = data ? buttonText(data) : null;
  const label = data ? `Queue: ${summaryText(data)}` : 'Queue';
  return (
    <Tooltip text={label} shortcut={keysLabel('go.queue')}>
      <button
        type="button"
        className={css['button']}
        aria-label={label}
        onClick={() => commands.run('go.queue')}
      >
        <ListOrdered aria-hidden />
        {text === null ? <span data-idle>{words.bar.queue}</span> : <span>{text}</span>}
        {data && data.fraction !== null ? (
          <span className={css['fill']} style={{ width: `${data.fraction * 100}%` }} aria-hidden />
        ) : null}
      </button>
    </Tooltip>
  );
}
