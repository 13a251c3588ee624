import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactElement } from 'react';
import { ConnectionDraft, type Connection } from '#shared/desk/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { Button, Dialog, showToast, TextField } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { firstTestOf, useConnectionActions, useConnectionTest } from './queries.ts';
import { TestResult } from './test-result.tsx';
import css from './connections.module.css';

const t = words.connections.connectionDialog;

/**
 * Adds a hosted service, or edits one. A stored key is never shown: only its last four characters, and a new one can be
 * entered in its place.
 */
export function ConnectionDialog({
  connection,
  onClose,
}: {
  /** Null adds a new one. */
  connection: Connection | null;
  onClose: () => void;
}): ReactElement {
  const test = useConnectionTest();
  const { draft, setDraft, checked, entered } = useDraft(connection);
  const [showProblems, setShowProblems] = useState(false);
  const save = useSave(connection, () => setDraft({ ...draft, key: '' }), onClose);
  const failure = save.error ?? test.error;

  const runTest = () => {
    const { baseUrl, key } = entered;
    if (baseUrl && (connection || key)) test.mutate({ id: connection?.id, baseUrl, key });
    else setShowProblems(true);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setShowProblems(true);
    if (checked.success) save.run(checked.data, entered.key);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      width={480}
      title={connection ? t.edit(connection.name) : t.addHostedService}
      description={connection ? undefined : t.keyComputerAddressOnly}
      footer={
        <>
          <Button onClick={runTest} busy={test.isPending} style={{ marginRight: 'auto' }}>
            {test.isPending ? t.testing : t.test}
          </Button>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button variant="primary" type="submit" form="connection-form" busy={save.isPending}>
            {connection ? t.save : t.addService}
          </Button>
        </>
      }
    >
      <form id="connection-form" className={css['form']} onSubmit={submit} noValidate>
        <ConnectionFields
          connection={connection}
          draft={draft}
          problems={showProblems && !checked.success ? checked.error.issues : []}
          onChange={(change) => {
            setDraft({ ...draft, ...change });
            // What was tested is another service or another key now.
            if (change.name === undefined) test.reset();
          }}
        />
      </form>
      <div aria-live="polite" className={css['result']}>
        {test.data ? <TestResult result={test.data} /> : null}
        {failure ? <p className={css['problem']}>{describeProblem(failure)}</p> : null}
      </div>
    </Dialog>
  );
}

interface Draft {
  name: string;
  baseUrl: string;
  /** Empty leaves a stored key as it is. */
  key: string;
}

/** What is in the fields, and what is to be sent of it. */
function useDraft(connection: Connection | null) {
  const [draft, setDraft] = useState<Draft>({
    name: connection?.name ?? '',
    baseUrl: connection?.baseUrl ?? '',
    key: '',
  });
  const entered = { baseUrl: draft.baseUrl.trim(), key: draft.key.trim() || undefined };
  const checked = ConnectionDraft.safeParse({
    ...draft,
    key: entered.key === undefined && connection ? 'saved' : draft.key,
  });
  return { draft, setDraft, checked, entered };
}

/** Adds the service, or changes the one there is. @param onAdded before the dialog closes. */
function useSave(connection: Connection | null, onAdded: () => void, onClose: () => void) {
  const { add, change, activate } = useConnectionActions();
  const client = useQueryClient();
  const added = (createdConnection: Connection) => {
    onAdded();
    if (createdConnection.isTested === false) {
      void announceFirstTest(client, createdConnection);
    } else {
      activate.mutate(createdConnection.id);
      showToast({ kind: 'ok', title: t.connectedTo(createdConnection.name) });
    }
    onClose();
  };
  return {
    isPending: add.isPending || change.isPending,
    error: add.error ?? change.error,
    run(draft: ConnectionDraft, key: string | undefined) {
      if (!connection) return add.mutate(draft, { onSuccess: added });
      const { name, baseUrl } = draft;
      change.mutate({ id: connection.id, name, baseUrl, ...(key && { key }) }, { onSuccess: onClose });
    },
  };
}

function ConnectionFields({
  connection,
  draft,
  problems,
  onChange,
}: {
  connection: Connection | null;
  draft: Draft;
  problems: readonly { path: PropertyKey[]; message: string }[];
  onChange: (change: Partial<Draft>) => void;
}): ReactElement {
  const problemOf = (field: keyof Draft) => problems.find(({ path }) => path[0] === field)?.message ?? null;
  return (
    <>
      <TextField
        label={t.name}
        value={draft.name}
        onValueChange={(name) => onChange({ name })}
        placeholder={t.studioAccount}
        error={problemOf('name')}
        maxLength={80}
      />
      <TextField
        label={t.address}
        value={draft.baseUrl}
        onValueChange={(baseUrl) => onChange({ baseUrl })}
        placeholder="https://api.example.com"
        error={problemOf('baseUrl')}
        hint={t.providerGaveYouApi}
        spellCheck={false}
        autoComplete="off"
      />
      <TextField
        label={t.apiKey}
        type="password"
        value={draft.key}
        onValueChange={(key) => onChange({ key })}
        placeholder={connection?.keyHint ? t.savedEnds(connection.keyHint) : undefined}
        error={problemOf('key')}
        hint={connection ? t.leaveEmptyKeepKey : undefined}
        spellCheck={false}
        autoComplete="off"
        mono
      />
    </>
  );
}

/** Tests a service that was added without a test, and says what was found. It is not put to use by itself. */
async function announceFirstTest(client: QueryClient, added: Connection): Promise<void> {
  const useIt = t.notUseYetUse;
  try {
    const { ok, message } = await client.fetchQuery(firstTestOf(added));
    if (ok) showToast({ kind: 'ok', title: t.wasAdded(added.name), description: `${message} ${useIt}` });
    else showToast({ title: t.addedButTestFailed(added.name), description: message });
  } catch {
    showToast({
      title: t.addedNotTested(added.name),
      description: t.notUseYetTest,
    });
  }
}
