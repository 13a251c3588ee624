import type { PublicProjectSpendSummary } from '#shared/api/index.ts';
import { PERHAPS_CHARGED_TYPE } from '#shared/desk/index.ts';
import { toFullCredits } from '#service/rules/credits.ts';
import type { Database } from '#service/storage/database.ts';
import { uncertainCalls, type UncertainCall } from './model-call-rows.ts';
import {
  MAX_RECENT,
  projectNodeTotals,
  projectTotal,
  projectTotals,
  recentCharges,
  type RecentCharge,
} from './project-rows.ts';

/** Sums in both units, under their names. */
const withCredits = (sums: readonly (readonly [name: string, microcredits: bigint])[]) => ({
  credits: Object.fromEntries(sums.map(([name, sum]) => [name, toFullCredits(sum)])),
  microcredits: Object.fromEntries(sums.map(([name, sum]) => [name, sum.toString()])),
});

/** What a project has cost, as the API shows it. */
export async function projectSpend(db: Database, projectId: string): Promise<PublicProjectSpendSummary> {
  const total = await projectTotal(db, projectId);
  const byChargeType = withCredits(await projectTotals(db, projectId, 'charge_type'));
  const byProvider = withCredits(await projectTotals(db, projectId, 'provider'));
  return {
    projectId,
    totalCredits: toFullCredits(total),
    totalMicrocredits: total.toString(),
    byChargeType: byChargeType.credits,
    byChargeTypeMicrocredits: byChargeType.microcredits,
    byProvider: byProvider.credits,
    byProviderMicrocredits: byProvider.microcredits,
    byNode: (await projectNodeTotals(db, projectId)).map(
      ({ nodeId, nodeTitle, nodeType, billedRuns, microcredits, lastUsedAt }) => ({
        nodeId,
        nodeTitle,
        nodeType,
        billedRuns,
        credits: toFullCredits(microcredits),
        microcredits: microcredits.toString(),
        lastUsedAt,
      }),
    ),
    recentRuns: [
      ...(await recentCharges(db, projectId)).map(bookedLine),
      ...(await uncertainCalls(db, projectId, MAX_RECENT)).map(uncertainLine),
    ].sort((a, b) => Date.parse(b.createdAt ?? '') - Date.parse(a.createdAt ?? '')),
  };
}

type SpendLine = PublicProjectSpendSummary['recentRuns'][number];

function bookedLine(charge: RecentCharge): SpendLine {
  return {
    id: charge.id,
    chargeType: charge.chargeType,
    nodeId: charge.nodeId,
    nodeTitle: charge.nodeTitle,
    nodeType: charge.nodeType,
    credits: toFullCredits(charge.microcredits),
    microcredits: charge.microcredits.toString(),
    reason: charge.reason,
    kind: charge.isTemplateRun ? 'template_run' : 'run',
    createdAt: charge.createdAt,
    model: charge.model,
    nodeExecutionId: charge.runId,
    provider: charge.provider,
  };
}

/** A call that may have been charged: it stands among the lines and in no sum. */
function uncertainLine(call: UncertainCall): SpendLine {
  return {
    id: call.id,
    chargeType: PERHAPS_CHARGED_TYPE,
    nodeId: call.nodeId,
    nodeTitle: call.nodeTitle,
    nodeType: call.nodeType,
    credits: toFullCredits(BigInt(call.microcredits)),
    microcredits: call.microcredits,
    reason: call.isStopped
      ? `Perhaps charged for ${call.nodeTitle}: the run was stopped while the model worked`
      : `Perhaps charged for ${call.nodeTitle}: its answer is lost`,
    kind: call.isTemplateRun ? 'template_run' : 'run',
    createdAt: call.askedAt,
    model: call.model,
    nodeExecutionId: call.runId,
    provider: call.provider,
  };
}
