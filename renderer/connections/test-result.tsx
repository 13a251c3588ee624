import { Check, CircleAlert, X } from 'lucide-react';
import type { ReactElement } from 'react';
import type { ConnectionTestResult } from '#shared/desk/index.ts';
import { formatCreditAmount } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { testMessage } from './key-place.ts';
import css from './connections.module.css';

const t = words.connections.testResult;

const scopeNames: Record<string, string> = {
  'projects:read': t.readProjects,
  'projects:write': t.changeProjects,
  'templates:read': t.readTemplates,
  'templates:run': t.runTemplates,
  'runs:execute': t.executeRuns,
  'graphs:read': t.inspectGraphs,
  'node_types:read': t.readNodeTypes,
  'files:read': t.readFiles,
  'files:write': t.uploadFiles,
  'account_credits:read': t.viewBalance,
};

/** What a test of a connection found: balance and rights, or one plain sentence. */
export function TestResult({ result }: { result: ConnectionTestResult }): ReactElement {
  if (!result.ok) {
    return (
      <p className={css['problem']}>
        <CircleAlert size={16} aria-hidden />
        <span>{testMessage(result)}</span>
      </p>
    );
  }
  // Whether a key may change something shows only where it does: nothing is said of what was not tried.
  const tested = result.scopes.filter(({ allowed }) => allowed !== null);
  return (
    <div className={css['success']}>
      <p className={css['successTitle']}>
        <Check size={16} aria-hidden />
        <span>{testMessage(result)}</span>
      </p>
      {result.credits ? (
        <p className={css['balance']}>
          {t.balance} <strong>{t.credits(formatCreditAmount(result.credits.microcredits))}</strong>
        </p>
      ) : null}
      {tested.length > 0 ? (
        <ul className={css['scopes']} aria-label={t.keyMayDo}>
          {tested.map(({ scope, allowed }) => (
            <li key={scope} data-allowed={allowed} title={scope}>
              {allowed ? <Check size={13} aria-label={t.may} /> : <X size={13} aria-label={t.mayNot} />}
              {scopeNames[scope] ?? scope}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
