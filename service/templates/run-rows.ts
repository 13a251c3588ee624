import type { ServiceContext } from '#service/context.ts';
import type { Database } from '#service/storage/database.ts';
import { queryRow, run, text, textOrNull } from '#service/storage/statements.ts';
import type { TemplatePin } from './rows.ts';

export type TemplateCaller = 'owner' | 'external';

/** Notes that a run was made by calling an endpoint; inside the transaction that inserts the run. */
export async function insertTemplateRun(
  { db, now }: Pick<ServiceContext, 'db' | 'now'>,
  called: {
    runId: string;
    template: { id: string };
    endpoint: { id: string };
    caller: TemplateCaller;
  },
): Promise<void> {
  await run(
    db,
    'INSERT INTO template_runs (run_id, template_id, endpoint_id, caller) VALUES (?, ?, ?, ?)',
    called.runId,
    called.template.id,
    called.endpoint.id,
    called.caller,
  );
  await run(
    db,
    'UPDATE template_endpoints SET call_count = call_count + 1, last_called_at = ? WHERE id = ?',
    new Date(now()).toISOString(),
    called.endpoint.id,
  );
}

/** Who made a run of an endpoint, and the pins the template had then; null when the endpoint has no such run. */
export async function callOf(
  db: Database,
  run: { runId: string; endpointId: string; templateId: string },
): Promise<{
  caller: TemplateCaller;
  pins: { inputs: TemplatePin[]; outputs: TemplatePin[] } | null;
} | null> {
  const row = await queryRow(
    db,
    'SELECT caller, pins FROM template_runs WHERE run_id = ? AND endpoint_id = ? AND template_id = ?',
    run.runId,
    run.endpointId,
    run.templateId,
  );
  if (!row) return null;
  const pins = textOrNull(row, 'pins');
  return {
    caller: text(row, 'caller') === 'owner' ? 'owner' : 'external',
    pins: pins === null ? null : (JSON.parse(pins) as { inputs: TemplatePin[]; outputs: TemplatePin[] }),
  };
}
