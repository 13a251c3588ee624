import { typeOfName, UNKNOWN_TYPE } from '#shared/http/content-types.ts';

/**
 * @param given a `Content-Type`, trusted unless it is absent or says nothing.
 * @returns a content type without parameters, lower case.
 */
export function contentTypeOf(filename: string, given: string | null): string {
  const said = (given ?? '').split(';')[0]!.trim().toLowerCase();
  if (/^[\w.+-]+\/[\w.+-]+$/.test(said) && said !== UNKNOWN_TYPE) return said;
  return typeOfName(filename);
}
