import type { ServiceContext } from '#service/context.ts';
import { changeRegisters, readRegisters, readRuns } from '#service/team/change-registers.ts';
import type { TeamEvents } from '#service/team/team-events.ts';
import type { AdministrationHandlers } from './surface.ts';

/** What people of an account add to outputs of runs, and what they have run. */
export const teamHandlers = (ctx: ServiceContext, events: TeamEvents) =>
  ({
    changeTeam: async ({ caller, body }) => ({
      results: await changeRegisters(ctx, caller, body.changes),
    }),
    listTeamRegisters: ({ caller, body }) => readRegisters(ctx, caller.accountId, body.after),
    listTeamRuns: ({ caller, body }) => readRuns(ctx, caller, body.after),
    followTeam: ({ caller, signal }) => events.open(caller, signal),
  }) satisfies Partial<AdministrationHandlers>;
