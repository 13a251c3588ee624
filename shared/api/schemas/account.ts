import { z } from 'zod';
import { Microcredits, OptionalString } from './common.ts';

export const PublicAccountCredits = z
  .object({
    balanceCents: z.int(),
    balanceDollars: z.number(),
    balanceMicrocredits: Microcredits,
    ledgerUnitVersion: z.int(),
    managedProviderReceivableMicrocredits: Microcredits,
    paygBalanceCents: z.int(),
    paygBalanceDollars: z.number(),
    paygBalanceMicrocredits: Microcredits,
    subscriptionBalanceCents: z.int(),
    subscriptionBalanceDollars: z.number(),
    subscriptionBalanceMicrocredits: Microcredits,
    subscriptionMonthlyGrantCents: z.int(),
    subscriptionMonthlyGrantMicrocredits: Microcredits,
    subscriptionRolloverCapCents: z.int(),
    subscriptionRolloverCapMicrocredits: Microcredits,
    subscriptionPeriodEnd: OptionalString,
    subscriptionPlanTier: OptionalString,
    updatedAt: OptionalString,
  })
  .meta({ id: 'PublicAccountCredits' });
export type PublicAccountCredits = z.infer<typeof PublicAccountCredits>;
