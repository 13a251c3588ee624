import { useState, type ReactElement } from 'react';
import { AGENT_TOKEN_VARIABLE } from '#shared/agents/index.ts';
import type { Agent, AgentGateway } from '#shared/desk/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import {
  Badge,
  Button,
  Dialog,
  ErrorState,
  formatCreditAmount,
  RelativeTime,
  showToast,
  Switch,
} from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { SettingsRow } from '../parts/settings-row.tsx';
import css from '../parts/page.module.css';
import { AgentDialog } from './agent-dialog.tsx';
import { useAgentActions, useAgentCalls, useAgentGateway } from './agent-queries.ts';

const t = words.agents;

/** Which programs may use this Patchbay, and what they did. */
export function AgentsSection(): ReactElement | null {
  const gateway = useAgentGateway();
  const actions = useAgentActions();
  if (gateway.isError) {
    return (
      <ErrorState
        title={t.notRead}
        text={describeProblem(gateway.error)}
        onRetry={() => void gateway.refetch()}
      />
    );
  }
  if (!gateway.data) return null;
  const { enabled, problem } = gateway.data;
  return (
    <section className={css['section']}>
      <h2 className={css['heading']}>{t.title}</h2>
      <div className={css['rows']}>
        <SettingsRow
          title={t.allow}
          hint={problem === null ? t.allowHint : words.sentences.translate(problem)}
        >
          <Switch
            label={t.allow}
            hideLabel
            checked={enabled}
            onCheckedChange={(next) => void actions.setEnabled(next)}
          />
        </SettingsRow>
        {enabled ? <OpenGateway gateway={gateway.data} /> : null}
      </div>
    </section>
  );
}

/** Copies a text, and says whether that worked. */
const copy = (text: string): void =>
  void navigator.clipboard.writeText(text).then(
    () => showToast({ kind: 'ok', title: t.copied }),
    () => showToast({ kind: 'error', title: t.notCopied }),
  );

function CopyRow({ title, text }: { title: string; text: string }): ReactElement {
  return (
    <SettingsRow title={title} hint={<span className={css['path']}>{text}</span>}>
      <Button size="small" onClick={() => copy(text)}>
        {t.copy}
      </Button>
    </SettingsRow>
  );
}

/** What clients are told of, with the token in it: a command for one that takes an address, an entry for files of servers. */
function ClientSetups({ gateway, token }: { gateway: AgentGateway; token: string }): ReactElement {
  const { address, command } = gateway;
  const [program, ...args] = command;
  const entry = { command: program, args, env: { [AGENT_TOKEN_VARIABLE]: token } };
  return (
    <>
      {address === null ? null : (
        <CopyRow
          title={t.forAddress}
          text={`claude mcp add --transport http patchbay ${address} --header "Authorization: Bearer ${token}"`}
        />
      )}
      {program === undefined ? null : (
        <CopyRow title={t.forServersFile} text={JSON.stringify({ mcpServers: { patchbay: entry } })} />
      )}
    </>
  );
}

function OpenGateway({ gateway }: { gateway: AgentGateway }): ReactElement {
  const [isAdding, setIsAdding] = useState(false);
  const [token, setToken] = useState<{ name: string; token: string } | null>(null);
  const actions = useAgentActions();
  return (
    <>
      {gateway.address === null ? null : <CopyRow title={t.address} text={gateway.address} />}
      {gateway.command.length === 0 ? null : <CopyRow title={t.command} text={gateway.command.join(' ')} />}
      {gateway.agents.map((agent) => (
        <AgentRow key={agent.id} agent={agent} />
      ))}
      <SettingsRow title={gateway.agents.length === 0 ? t.none : ''}>
        <Button size="small" onClick={() => setIsAdding(true)}>
          {t.add}
        </Button>
      </SettingsRow>
      {isAdding ? (
        <AgentDialog
          onClose={() => setIsAdding(false)}
          onAdd={async (draft) => {
            const added = await actions.add(draft);
            if (added === null) return;
            setIsAdding(false);
            setToken({ name: added.agent.name, token: added.token });
          }}
        />
      ) : null}
      {token === null ? null : (
        <Dialog
          open
          onClose={() => setToken(null)}
          title={t.tokenTitle(token.name)}
          description={t.tokenText}
          width={640}
          footer={
            <Button variant="primary" onClick={() => setToken(null)}>
              {t.close}
            </Button>
          }
        >
          <CopyRow title={t.token} text={token.token} />
          <ClientSetups gateway={gateway} token={token.token} />
        </Dialog>
      )}
    </>
  );
}

function AgentRow({ agent }: { agent: Agent }): ReactElement {
  const [dialog, setDialog] = useState<'log' | 'remove' | null>(null);
  const actions = useAgentActions();
  const { id, name, stoppedAt, lastUsedAt, spentMicrocredits, limitMicrocredits } = agent;
  const spent = t.spent(formatCreditAmount(spentMicrocredits), formatCreditAmount(limitMicrocredits));
  return (
    <SettingsRow
      title={name}
      hint={
        <>
          {agent.scopes.includes('run') ? `${spent} · ` : ''}
          {lastUsedAt === null ? t.neverUsed : <RelativeTime at={lastUsedAt} />}
        </>
      }
    >
      {stoppedAt === null ? null : <Badge tone="warn">{t.stopped}</Badge>}
      <Button size="small" onClick={() => setDialog('log')}>
        {t.log}
      </Button>
      <Button size="small" onClick={() => void actions.setStopped(id, stoppedAt === null)}>
        {stoppedAt === null ? t.stop : t.goOn}
      </Button>
      <Button size="small" onClick={() => setDialog('remove')}>
        {t.remove}
      </Button>
      {dialog === 'log' ? <AgentLog agent={agent} onClose={() => setDialog(null)} /> : null}
      {dialog === 'remove' ? (
        <Dialog
          open
          onClose={() => setDialog(null)}
          title={t.removeTitle(name)}
          description={t.removeText}
          footer={
            <>
              <Button onClick={() => setDialog(null)}>{words.common.cancel}</Button>
              <Button variant="danger" onClick={() => void actions.remove(id)}>
                {t.remove}
              </Button>
            </>
          }
        />
      ) : null}
    </SettingsRow>
  );
}

function AgentLog({ agent, onClose }: { agent: Agent; onClose: () => void }): ReactElement {
  const calls = useAgentCalls(agent.id);
  return (
    <Dialog open onClose={onClose} title={t.logTitle(agent.name)} width={640}>
      {calls.isError ? <ErrorState title={t.notRead} text={describeProblem(calls.error)} compact /> : null}
      {calls.data?.calls.length === 0 ? <p>{t.logEmpty}</p> : null}
      {calls.data?.calls.map((call) => (
        <SettingsRow key={call.id} title={call.tool.replaceAll('_', ' ')} hint={call.message ?? call.summary}>
          <span>{t.outcomes[call.outcome]}</span>
          <RelativeTime at={call.at} />
        </SettingsRow>
      ))}
    </Dialog>
  );
}
