import { z } from 'zod';

/** The people of the local service, in its administration. */

export const PEOPLE_LIMITS = {
  name: 80,
  accountName: 200,
  /** People, and invitations, in one response. */
  entries: 1000,
  /** Of an invitation: from a minute to 90 days. */
  invitationSeconds: { min: 60, max: 90 * 86_400 },
  keySeconds: { min: 60, max: 100 * 365 * 86_400 },
} as const;

const limitOf = (sentence: string) =>
  z
    .number({ error: sentence })
    .int(sentence)
    .min(0, sentence)
    .max(Number.MAX_SAFE_INTEGER, sentence)
    .nullable();

const PersonLimits = {
  /** Microcredits in a calendar month (UTC). */
  spendLimit: limitOf('The limit of spend is a whole number of at least 0.'),
  /** Bytes of uploads that are kept. */
  storageLimit: limitOf('The limit of storage is a whole number of at least 0.'),
  /** Requests a minute over all keys. */
  rateLimit: limitOf('The limit of requests is a whole number of at least 1.').refine(
    (limit) => limit !== 0,
    'The limit of requests is a whole number of at least 1.',
  ),
};

export const PersonChanges = z.object(PersonLimits);
export type PersonChanges = z.infer<typeof PersonChanges>;

export const PersonDraft = z.object({
  accountName: z
    .string()
    .min(1, 'Name the workspace.')
    .max(PEOPLE_LIMITS.accountName, 'The name of the workspace is too long.'),
  name: z.string().max(1000, 'The name is too long.'),
  ...PersonLimits,
});
export type PersonDraft = z.infer<typeof PersonDraft>;

const PersonKey = z.object({
  keyId: z.string(),
  prefix: z.string(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
  /** Neither revoked nor expired. */
  isActive: z.boolean(),
});

const PersonInvitation = z.object({
  invitationId: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  state: z.enum(['open', 'used', 'revoked', 'expired']),
});

export const Person = z.object({
  personId: z.string(),
  accountName: z.string(),
  name: z.string(),
  createdAt: z.string(),
  isDisabled: z.boolean(),
  lastUsedAt: z.string().nullable(),
  /** Microcredits since the month began (UTC). */
  spent: z.number(),
  storageUsed: z.number(),
  ...PersonLimits,
  keys: z.array(PersonKey),
  invitations: z.array(PersonInvitation),
});
export type Person = z.infer<typeof Person>;

export const PeopleList = z.object({
  people: z.array(Person).max(PEOPLE_LIMITS.entries),
  /** Names of the workspaces, oldest first. */
  accounts: z.array(z.string()),
});
export type PeopleList = z.infer<typeof PeopleList>;

const seconds = ({ min, max }: { min: number; max: number }, sentence: string) =>
  z.number({ error: sentence }).int(sentence).min(min, sentence).max(max, sentence).optional();

export const InvitationDraft = z.object({
  /** Of the key; left out, it may do everything. */
  scopes: z.array(z.string().max(40)).min(1, 'Choose what the key may do.').max(40).optional(),
  expiresInSeconds: seconds(
    PEOPLE_LIMITS.invitationSeconds,
    'An invitation can be used for a minute to 90 days.',
  ),
  keyExpiresInSeconds: seconds(PEOPLE_LIMITS.keySeconds, 'A key lives for a minute to 100 years.'),
});
export type InvitationDraft = z.infer<typeof InvitationDraft>;

/** Shown once: nobody can read the code again. */
export const NewInvitation = z.object({
  invitationId: z.string(),
  code: z.string(),
  /** Where the code becomes a key, with the code behind `#`. */
  link: z.string(),
  expiresAt: z.string(),
});
export type NewInvitation = z.infer<typeof NewInvitation>;

/** What is sent to turn an invitation into a key. */
export const Redemption = z.object({ code: z.string().max(200) });

/** What whoever redeems an invitation is given. */
export const RedeemedInvitation = z.object({
  key: z.string(),
  personName: z.string(),
  accountName: z.string(),
  baseUrl: z.string(),
});
export type RedeemedInvitation = z.infer<typeof RedeemedInvitation>;
