import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactElement } from 'react';
import { ConnectionDraft, type Connection } from '#shared/desk/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { Button, Dialog, showToast, TextField } from '#renderer/ui/index.ts';
import { firstTestOf, useConnectionActions, useConnectionTest } from './queries.ts';
import { TestResult } from './test-result.tsx';
import css from './connections.module.css';

/**
 * Adds a hosted service, or edits one. A kept key is never shown: only its last four characters, and a new one can be
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
  const [name, setName] = useState(connection?.name ?? '');
  const [baseUrl, setBaseUrl] = useState(connection?.baseUrl ?? '');
  const [key, setKey] = useState('');
  const [showProblems, setShowProblems] = useState(false);
  const { add, change, activate } = useConnectionActions();
  const test = useConnectionTest();
  const client = useQueryClient();

  const checked = ConnectionDraft.safeParse({
    name,
    baseUrl,
    key: key.trim() === '' && connection ? 'kept' : key,
  });
  const problemOf = (field: 'name' | 'baseUrl' | 'key') =>
    showProblems && !checked.success
      ? (checked.error.issues.find((issue) => issue.path[0] === field)?.message ?? null)
      : null;
  const saving = add.isPending || change.isPending;
  const failure = add.error ?? change.error ?? test.error;

  const runTest = () => {
    if (!baseUrl.trim() || (!connection && !key.trim())) {
      setShowProblems(true);
      return;
    }
    test.mutate({
      id: connection?.id,
      baseUrl: baseUrl.trim(),
      key: key.trim() || undefined,
    });
  };

  const save = (event: FormEvent) => {
    event.preventDefault();
    setShowProblems(true);
    if (!checked.success) return;
    if (connection) {
      change.mutate(
        {
          id: connection.id,
          name: checked.data.name,
          baseUrl: checked.data.baseUrl,
          ...(key.trim() ? { key: key.trim() } : {}),
        },
        { onSuccess: onClose },
      );
    } else {
      add.mutate(checked.data, {
        onSuccess: (added) => {
          setKey('');
          if (added.isTested === false) {
            void announceFirstTest(client, added);
          } else {
            activate.mutate(added.id);
            showToast({ kind: 'ok', title: `Connected to ${added.name}` });
          }
          onClose();
        },
      });
    }
  };

  return (
    <Dialog
      open
      onClose={onClose}
      width={480}
      title={connection ? `Edit ${connection.name}` : 'Add a hosted service'}
      description={
        connection ? undefined : 'The key stays on this computer and is sent to this address only.'
      }
      footer={
        <>
          <Button onClick={runTest} busy={test.isPending} style={{ marginRight: 'auto' }}>
            {test.isPending ? 'Testing' : 'Test'}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="connection-form" busy={saving}>
            {connection ? 'Save' : 'Add service'}
          </Button>
        </>
      }
    >
      <form id="connection-form" className={css['form']} onSubmit={save} noValidate>
        <TextField
          label="Name"
          value={name}
          onValueChange={setName}
          placeholder="Studio account"
          error={problemOf('name')}
          maxLength={80}
        />
        <TextField
          label="Address"
          value={baseUrl}
          onValueChange={(next) => {
            setBaseUrl(next);
            test.reset();
          }}
          placeholder="https://api.example.com"
          error={problemOf('baseUrl')}
          hint="The base URL, without /api/v1."
          spellCheck={false}
          autoComplete="off"
        />
        <TextField
          label="API key"
          type="password"
          value={key}
          onValueChange={(next) => {
            setKey(next);
            test.reset();
          }}
          placeholder={connection?.keyHint ? `Kept, ends in ${connection.keyHint}` : undefined}
          error={problemOf('key')}
          hint={connection ? 'Leave it empty to keep the key.' : undefined}
          spellCheck={false}
          autoComplete="off"
          mono
        />
      </form>
      <div aria-live="polite" className={css['result']}>
        {test.data ? <TestResult result={test.data} /> : null}
        {failure ? <p className={css['problem']}>{describeProblem(failure)}</p> : null}
      </div>
    </Dialog>
  );
}

/** Tests a service that was added without a test, and says what was found. It is not put to use by itself. */
async function announceFirstTest(client: QueryClient, added: Connection): Promise<void> {
  const useIt = 'It is not in use yet: choose Use under Connections.';
  try {
    const { ok, message } = await client.fetchQuery(firstTestOf(added));
    if (ok) showToast({ kind: 'ok', title: `${added.name} was added`, description: `${message} ${useIt}` });
    else showToast({ title: `${added.name} was added, but its test failed`, description: message });
  } catch {
    showToast({
      title: `${added.name} was added, not tested`,
      description: 'It is not in use yet. Test it under Connections, then choose Use.',
    });
  }
}
