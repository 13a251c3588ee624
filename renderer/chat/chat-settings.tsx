import { useState, type ReactElement } from 'react';
import type { Chat } from '#shared/desk/index.ts';
import { Button, NumberField, Select, Switch } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { ChatActions, TextModel } from './queries.ts';
import css from './chat-panel.module.css';

const t = words.chat;

const MICROCREDITS_PER_CREDIT = 1_000_000;
const MAX_LIMIT = 1_000_000;
/** The only service, whichever that is. */
const ANY = '';

/** Which model is asked, what the conversation may cost, and whether the model may run the project. */
export function ChatSettings({
  chat,
  actions,
  models,
}: {
  chat: Chat;
  actions: ChatActions;
  models: readonly TextModel[];
}): ReactElement {
  const [limit, setLimit] = useState(Number(chat.limitMicrocredits) / MICROCREDITS_PER_CREDIT);
  const options = models.map(({ service, model }) => ({ value: service, label: t.modelOf(model, service) }));
  const isConnected = options.some(({ value }) => value === chat.provider);
  const [only] = options;
  const value = isConnected ? (chat.provider ?? ANY) : models.length === 1 ? (only?.value ?? ANY) : ANY;
  return (
    <div className={css['settings']}>
      <Select
        label={t.model}
        value={value}
        options={value === ANY ? [{ value: ANY, label: '' }, ...options] : options}
        onValueChange={(provider) => void actions.change({ provider: provider === ANY ? null : provider })}
      />
      <NumberField
        label={t.limit}
        min={0}
        max={MAX_LIMIT}
        value={limit}
        onValueChange={(next) => {
          setLimit(next ?? 0);
          const limitMicrocredits = String(Math.round((next ?? 0) * MICROCREDITS_PER_CREDIT));
          void actions.change({ limitMicrocredits });
        }}
      />
      <p className={css['hint']}>{t.limitHint}</p>
      <Switch
        label={t.mayRun}
        checked={chat.mayRun}
        onCheckedChange={(mayRun) => void actions.change({ mayRun })}
      />
      <Button size="small" disabled={chat.entries.length === 0} onClick={() => void actions.renew()}>
        {t.begin}
      </Button>
      <p className={css['hint']}>{t.beginHint}</p>
    </div>
  );
}
