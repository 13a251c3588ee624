import type { ServiceContext } from '#service/context.ts';
import { changeRegisters, readRegisters } from '#service/team/change-registers.ts';
import type { TeamEvents } from '#service/team/team-events.ts';
import type { AdministrationHandlers } from './surface.ts';

/** What people of an account add to outputs of runs. */
export const teamHandlers = (ctx: ServiceContext, events: TeamEvents) =>
  ({
    changeTeam: async ({ caller, body }) => {
      const { accountId } = caller;
      const results = await changeRegisters(ctx, caller, body.changes, () => events.publish(accountId));
      events.wake(accountId);
      return { results };
    },
    listTeamRegisters: ({ caller, body }) => readRegisters(ctx, caller.accountId, body.after),
    followTeam: ({ caller, signal }) => events.open(caller, signal),
  }) satisfies Partial<AdministrationHandlers>;
