import type { ReactElement } from 'react';
import { LOCAL_CONNECTION_ID, type Settings } from '#shared/desk/index.ts';
import { describeProblem, sortConnections, useChangeSettings, useConnections } from '#renderer/desk/index.ts';
import { NumberField, showToast } from '#renderer/ui/index.ts';
import { useCanCost } from '#renderer/spend/index.ts';
import { words } from '#renderer/words/index.ts';
import { SettingsRow } from '../parts/settings-row.tsx';
import css from '../parts/page.module.css';

const t = words.appPages.runLimits;

const MICROCREDITS_PER_CREDIT = 1_000_000;
/** Credits; far above any run, and exact in microcredits. */
const MAX_LIMIT = 1_000_000_000;

/** For each connection, the cost above which Run asks first. */
export function RunLimits({ settings }: { settings: Settings }): ReactElement | null {
  const connections = useConnections();
  const change = useChangeSettings();
  const canLocalCost = useCanCost(LOCAL_CONNECTION_ID);
  if (!connections.data) return null;
  const set = (connectionId: string, credits: number | null): void => {
    const { [connectionId]: _before, ...remaining } = settings.runLimits;
    const limit = credits === null ? {} : { [connectionId]: Math.round(credits * MICROCREDITS_PER_CREDIT) };
    change.mutate(
      { runLimits: { ...remaining, ...limit } },
      {
        onError: (error) =>
          showToast({ kind: 'error', title: t.limitNotSaved, description: describeProblem(error) }),
      },
    );
  };
  // Where nothing costs there is nothing to limit.
  const visible = sortConnections(connections.data.connections).filter(
    ({ id }) => id !== LOCAL_CONNECTION_ID || canLocalCost || settings.runLimits[id] !== undefined,
  );
  if (visible.length === 0) return null;
  return (
    <section className={css['rows']} aria-label={t.limitsRuns}>
      {visible.map(({ id, name }) => {
        const limit = settings.runLimits[id];
        return (
          <SettingsRow key={id} title={t.beforeCostlyRun(name)} hint={t.whenRunMayCost}>
            <div className={css['control']}>
              <NumberField
                label={t.credits(name)}
                hideLabel
                min={0}
                max={MAX_LIMIT}
                value={limit === undefined ? null : limit / MICROCREDITS_PER_CREDIT}
                onValueCommitted={(credits) => set(id, credits)}
              />
            </div>
          </SettingsRow>
        );
      })}
    </section>
  );
}
