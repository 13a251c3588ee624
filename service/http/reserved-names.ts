import type { z } from 'zod';
import type { AnyEndpoint } from '#shared/api/index.ts';
import { placesOfPrototypeKeys } from '#shared/reading/index.ts';
import { Problem } from '#service/problems/problem.ts';
import { ValidationProblem } from '#service/problems/validation-problem.ts';

/**
 * Refuses a body in which a node, input or field is called `__proto__`: the reader has dropped the key, and taking the
 * rest would lose something in silence. In free JSON, as metadata is, the key stays dropped.
 * @throws Problem NAME_RESERVED where the endpoint answers 400, else ValidationProblem.
 */
export function rejectReservedNames(endpoint: AnyEndpoint, raw: unknown): void {
  const schema = endpoint.body;
  if (schema === undefined) return;
  const [reservedPath] = placesOfPrototypeKeys(raw).filter((path) =>
    isNameMap(schema as z.core.$ZodType as z.core.$ZodTypes, path),
  );
  if (reservedPath === undefined) return;
  const loc = ['body', ...reservedPath, '__proto__'];
  const msg = '"__proto__" cannot be used as a name. Choose another one.';
  if (endpoint.errors[400] === undefined) throw new ValidationProblem([{ loc, msg, type: 'name_reserved' }]);
  throw Problem.of('NAME_RESERVED', `${reservedPath.join('.')}: ${msg}`, { loc });
}

/** Whether a path leads to an object whose keys are names: a record of values that the API describes. */
function isNameMap(schema: z.core.$ZodTypes, path: readonly (string | number)[]): boolean {
  const go = (inner: z.core.$ZodType | undefined, remaining = path): boolean =>
    inner !== undefined && isNameMap(inner as z.core.$ZodTypes, remaining);
  const { def } = schema._zod;
  const [key, ...tail] = path;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return go(def.innerType);
    case 'pipe':
      return go(def.in) || go(def.out);
    case 'union':
      return def.options.some((option) => go(option));
    case 'record':
      return key === undefined ? !isAnything(def.valueType) : go(def.valueType, tail);
    case 'object':
      return typeof key === 'string' && Object.hasOwn(def.shape, key) && go(def.shape[key], tail);
    case 'array':
      return typeof key === 'number' && go(def.element, tail);
    default:
      return false;
  }
}

const isAnything = (schema: z.core.$ZodType): boolean =>
  ['unknown', 'any'].includes((schema as z.core.$ZodTypes)._zod.def.type);
