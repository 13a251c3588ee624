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
import { CheckResult } from './check-result.tsx';
import { isOnThisComputer } from './known-services.ts';
import { LocalServers } from './local-servers.tsx';
import { ProviderDialog } from './provider-dialog.tsx';
import { fieldsOf, KIND_LABELS, testsOf } from './provider-form.ts';
import { useModelProviderActions, useModelProviders, useModelTest } from './queries.ts';
import css from './models.module.css';

/** The models that nodes of the local workspace may ask. A hosted service keeps its own. */
export function ModelsPage({ connection }: { connection: Connection }): ReactElement {
  return (
    <Page>{connection.kind === 'hosted' ? <HostedModels name={connection.name} /> : <LocalModels />}</Page>
  );
}

const HostedModels = ({ name }: { name: string }): ReactElement => (
  <>
    <PageHeader title="Models" />
    <EmptyState
      icon={<Sparkles />}
      title={`${name} manages its own models`}
      text="The models its nodes can use are set up where the service runs. Models for the local workspace are connected here once it is in use."
    />
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
      Connect a model
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Models"
        lead="Nodes that write text or make pictures use a model, from a service where you have an account or from a server on this computer."
        actions={providers && providers.length > 0 ? connect : null}
      />
      {list.isError ? (
        <ErrorState
          title="The models could not be read"
          text={describeProblem(list.error)}
          onRetry={() => void list.refetch()}
        />
      ) : providers === undefined ? (
        <Skeleton height={68} radius={10} />
      ) : providers.length === 0 ? (
        <EmptyState
          compact
          drawing="models"
          title="No model is connected yet"
          text="Enter the key of a service you have an account with, or look for a server on this computer below."
          action={connect}
        />
      ) : (
        <ul className={css['list']} aria-label="Connected models">
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
          {...(editing.provider === null && editing.server ? { known: editing.server } : {})}
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
    .map(({ kind, model, price }) => {
      const cost = price > 0 ? ` (${formatCredits(String(price))})` : '';
      return `${KIND_LABELS[kind].short}: ${model ?? 'named by each node'}${cost}`;
    })
    .join(' · ');

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
          {isOnThisComputer(provider.baseUrl) ? <HardDrive aria-hidden /> : <Sparkles aria-hidden />}
        </span>
        <div className={css['itemText']}>
          <span className={css['itemName']} dir="auto">
            {provider.name}
          </span>
          <span className={css['itemDetail']} title={uses}>
            {uses}
          </span>
          <span className={css['itemDetail']}>
            {provider.baseUrl} · {provider.hasKey ? 'key sealed on this computer' : 'no key'}
          </span>
        </div>
        <Button
          size="small"
          busy={test.isPending}
          onClick={() => test.mutate(testsOf(fieldsOf(provider), provider))}
        >
          Test
        </Button>
        <Menu
          align="end"
          trigger={
            <IconButton label={`Actions for ${provider.name}`}>
              <EllipsisVertical />
            </IconButton>
          }
          entries={[
            { id: 'edit', label: 'Edit…', icon: <PencilLine aria-hidden />, onSelect: onEdit },
            {
              id: 'remove',
              label: 'Remove…',
              icon: <Trash2 aria-hidden />,
              danger: true,
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
        showToast({ title: `${provider.name} was removed` });
        onClose();
      },
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Remove ${provider.name}?`}
      description="Its key is deleted from this computer. Nodes that ask it say so until another model is chosen; what it made stays."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={remove.isPending} onClick={confirm}>
            Remove
          </Button>
        </>
      }
    >
      {remove.error ? <ProblemNote>{describeProblem(remove.error)}</ProblemNote> : null}
    </Dialog>
  );
}
