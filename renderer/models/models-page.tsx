import { EllipsisVertical, HardDrive, PencilLine, Plus, Sparkles, Trash2 } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { LocalModelServer, ModelProvider } from '#shared/administration/index.ts';
import type { Connection } from '#shared/desk/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import {
  Button,
  Dialog,
  EmptyState,
  ErrorState,
  formatCredits,
  IconButton,
  Menu,
  Page,
  PageHeader,
  ProblemNote,
  showToast,
  Skeleton,
} from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { CheckResult } from './check-result.tsx';
import { isLocalService } from './known-services.ts';
import { LocalServers } from './local-servers.tsx';
import { ProviderDialog } from './provider-dialog.tsx';
import { fieldsOf, KIND_LABELS, testsOf, unitLabel } from './provider-form.ts';
import { useModelProviderActions, useModelProviders, useModelTest } from './queries.ts';
import css from './models.module.css';

const t = words.models.modelsPage;

/** The models that nodes of the local workspace may ask. A hosted service keeps its own. */
export function ModelsPage({ connection }: { connection: Connection }): ReactElement {
  return (
    <Page>{connection.kind === 'hosted' ? <HostedModels name={connection.name} /> : <LocalModels />}</Page>
  );
}

const HostedModels = ({ name }: { name: string }): ReactElement => (
  <>
    <PageHeader title={t.models} />
    <EmptyState icon={<Sparkles />} title={t.managesModels(name)} text={t.modelsNodesCanUse} />
  </>
);

type Editing = { provider: ModelProvider } | { provider: null; server?: LocalModelServer };

function LocalModels(): ReactElement {
  const list = useModelProviders();
  const [editing, setEditing] = useState<Editing | null>(null);
  const [removing, setRemoving] = useState<ModelProvider | null>(null);
  const providers = list.data?.providers;
  const connect = (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setEditing({ provider: null })}>
      {t.connectModel}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t.models}
        lead={t.nodesWriteTextMake}
        actions={providers && providers.length > 0 ? connect : null}
      />
      {list.isError ? (
        <ErrorState
          title={t.modelsCouldNotRead}
          text={describeProblem(list.error)}
          onRetry={() => void list.refetch()}
        />
      ) : providers === undefined ? (
        <Skeleton height={68} radius={10} />
      ) : providers.length === 0 ? (
        <EmptyState
          compact
          drawing="models"
          title={t.noModelConnectedYet}
          text={t.enterKeyServiceYou}
          action={connect}
        />
      ) : (
        <ul className={css['list']} aria-label={t.connectedModels}>
          {providers.map((provider) => (
            <ProviderRow
              key={provider.name}
              provider={provider}
              onEdit={() => setEditing({ provider })}
              onRemove={() => setRemoving(provider)}
            />
          ))}
        </ul>
      )}
      <LocalServers
        providers={providers ?? []}
        onConnect={(server) => setEditing({ provider: null, server })}
      />
      {editing ? (
        <ProviderDialog
          provider={editing.provider}
          {...(editing.provider === null && editing.server ? { existing: editing.server } : {})}
          onClose={() => setEditing(null)}
        />
      ) : null}
      {removing ? <RemoveDialog provider={removing} onClose={() => setRemoving(null)} /> : null}
    </>
  );
}

/** `Text: gpt-5 (0.02 credits) · Pictures: …` */
const usesOf = ({ models }: ModelProvider): string =>
  models
    .map(({ kind, model, price, unit }) => {
      const amount = formatCredits(String(price));
      const cost = price === 0 ? '' : unit === 'call' ? ` (${amount})` : ` (${amount} / ${unitLabel(unit)})`;
      return `${KIND_LABELS[kind].short}: ${model ?? t.namedEachNode}${cost}`;
    })
    .join(' · ');

const creditsText = (microcredits: number): string => formatCredits(String(microcredits)) ?? '';

/** What its key has spent this month, of what it may; null for nothing. */
function spendOf({ monthSpend, monthLimit }: ModelProvider): string | null {
  const spent = creditsText(monthSpend);
  if (monthLimit !== null) return t.spentOf(spent, creditsText(monthLimit));
  return monthSpend === 0 ? null : t.spent(spent);
}

function ProviderRow({
  provider,
  onEdit,
  onRemove,
}: {
  provider: ModelProvider;
  onEdit: () => void;
  onRemove: () => void;
}): ReactElement {
  const test = useModelTest();
  const uses = usesOf(provider);
  return (
    <li className={css['item']}>
      <div className={css['itemRow']}>
        <span className={css['itemIcon']}>
          {isLocalService(provider.baseUrl) ? <HardDrive aria-hidden /> : <Sparkles aria-hidden />}
        </span>
        <div className={css['itemText']}>
          <span className={css['itemName']} dir="auto">
            {provider.name}
          </span>
          <span className={css['itemDetail']} title={uses}>
            {uses}
          </span>
          <span className={css['itemDetail']}>
            {[provider.baseUrl, provider.hasKey ? t.keySealedComputer : t.noKey, spendOf(provider)]
              .filter((part) => part !== null)
              .join(' · ')}
          </span>
        </div>
        <Button
          size="small"
          busy={test.isPending}
          onClick={() => test.mutate(testsOf(fieldsOf(provider), provider))}
        >
          {t.test}
        </Button>
        <Menu
          align="end"
          trigger={
            <IconButton label={t.actionsFor(provider.name)}>
              <EllipsisVertical />
            </IconButton>
          }
          entries={[
            { id: 'edit', label: t.edit, icon: <PencilLine aria-hidden />, onSelect: onEdit },
            {
              id: 'remove',
              label: t.remove,
              icon: <Trash2 aria-hidden />,
              isDestructive: true,
              onSelect: onRemove,
            },
          ]}
        />
      </div>
      <div aria-live="polite" className={css['result']}>
        {test.data ? <CheckResult {...test.data} /> : null}
        {test.error ? <CheckResult ok={false} messages={[describeProblem(test.error)]} /> : null}
      </div>
    </li>
  );
}

function RemoveDialog({ provider, onClose }: { provider: ModelProvider; onClose: () => void }): ReactElement {
  const { remove } = useModelProviderActions();
  const confirm = () =>
    remove.mutate(provider.name, {
      onSuccess: () => {
        showToast({ title: t.wasRemoved(provider.name) });
        onClose();
      },
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.remove2(provider.name)}
      description={t.keyDeletedFromComputer}
      footer={
        <>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button variant="danger" busy={remove.isPending} onClick={confirm}>
            {t.remove3}
          </Button>
        </>
      }
    >
      {remove.error ? <ProblemNote>{describeProblem(remove.error)}</ProblemNote> : null}
    </Dialog>
  );
}
