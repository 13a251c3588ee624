import { typeOfName, UNKNOWN_TYPE } from '#shared/http/content-types.ts';

/**
 * @param declaredType a `Content-Type`, trusted unless it is absent or says nothing.
 * @returns a content type without parameters, lower case.
 */
export function contentTypeOf(filename: string, declaredType: string | null): string {
  const normalizedType = (declaredType ?? '').split(';')[0]!.trim().toLowerCase();
  if (/^[\w.+-]+\/[\w.+-]+$/.test(normalizedType) && normalizedType !== UNKNOWN_TYPE) return normalizedType;
  return typeOfName(filename);
}
