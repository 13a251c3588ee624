import { z } from 'zod';
import { recordUpTo } from '../../reading/counts.ts';
import { MAX_METADATA_KEYS } from './counts.ts';

/**
 * Schemas that many resources share. Names given with `.meta({ id })` are the names of the API document
 * and become the component names of the OpenAPI schema.
 */

/** A field that may be absent or null. Servers send null; clients may leave it out. */
export const optionalNullable = <T extends z.ZodType>(schema: T) => schema.nullable().optional();

export const OptionalString = optionalNullable(z.string());

/** Far more digits than there is money. */
const MAX_AMOUNT_LENGTH = 40;

/** A decimal integer carried in a string: 1 credit is 1,000,000 microcredits. */
export const Microcredits = z
  .string()
  .regex(/^-?\d+$/)
  // A number of a million digits would take seconds to calculate with.
  .refine((text) => text.length <= MAX_AMOUNT_LENGTH);

/** Identifiers that a developer attaches to a resource to find it again from their own system. */
export const externalIds = {
  externalId: OptionalString,
  externalUserId: OptionalString,
  externalWorkspaceId: OptionalString,
};

export const Metadata = recordUpTo(MAX_METADATA_KEYS, z.unknown());

export const Point = z.object({ x: z.number(), y: z.number() });
export type Point = z.infer<typeof Point>;

export const PublicApiErrorResponse = z
  .object({
    error: z.object({
      code: z.string(),
      message: z.string(),
      details: z.record(z.string(), z.unknown()).optional(),
      requestId: OptionalString,
    }),
  })
  .meta({ id: 'PublicApiErrorResponse' });
export type PublicApiErrorResponse = z.infer<typeof PublicApiErrorResponse>;

const ValidationIssue = z
  .object({
    loc: z.array(z.union([z.string(), z.int()])),
    msg: z.string(),
    type: z.string(),
    ctx: z.record(z.string(), z.unknown()).optional(),
    input: z.unknown().optional(),
  })
  .meta({ id: 'ValidationError' });
type ValidationIssue = z.infer<typeof ValidationIssue>;

export const HTTPValidationError = z
  .object({ detail: z.array(ValidationIssue) })
  .meta({ id: 'HTTPValidationError' });
export type HTTPValidationError = z.infer<typeof HTTPValidationError>;

/** The envelope of every list: pass `nextCursor` back as `cursor`, never parse it. */
export const listOf = <T extends z.ZodType>(item: T, name: string) =>
  z
    .object({ data: z.array(item), hasMore: z.boolean(), nextCursor: OptionalString })
    .meta({ id: `PublicListResponse_${name}_` });

/** Query parameters arrive as text; these parse to the value the endpoint works with. */
export const integerParam = (bounds: { min?: number; max?: number } = {}) =>
  z
    .string()
    .regex(/^-?\d{1,15}$/, 'Give a whole number.')
    .transform(Number)
    .pipe(
      z
        .int()
        .min(bounds.min ?? Number.MIN_SAFE_INTEGER)
        .max(bounds.max ?? Number.MAX_SAFE_INTEGER),
    );

export const booleanParam = z
  .enum(['true', 'false', '1', '0'])
  .transform((text) => text === 'true' || text === '1')
  .pipe(z.boolean());

/** Page sizes above the maximum are capped, not refused (API document, Limits). */
export const PAGE_DEFAULT = 50;
export const PAGE_MAX = 200;
export const pageQuery = {
  limit: integerParam({ min: 1 }).optional(),
  cursor: z.string().optional(),
};
