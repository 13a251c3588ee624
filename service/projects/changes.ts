import type { PublicProjectUpdateRequest } from '#shared/api/index.ts';
import { MAX_METADATA_BYTES } from '#shared/api/schemas/counts.ts';
import { invalid } from '#service/problems/validation-problem.ts';
import type { ProjectChanges } from './rows.ts';

const MAX_NAME_LENGTH = 500;

/** A name as it is stored. @throws ValidationProblem */
export function checkedName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '')
    throw invalid(['body', 'name'], 'A name has at least one character.', 'string_too_short');
  if (trimmed.length > MAX_NAME_LENGTH) {
    throw invalid(['body', 'name'], `A name has at most ${MAX_NAME_LENGTH} characters.`, 'string_too_long');
  }
  return trimmed;
}

/** Metadata as it is stored. @throws ValidationProblem */
export function checkedMetadata(metadata: Record<string, unknown>): Record<string, unknown> {
  if (Buffer.byteLength(JSON.stringify(metadata)) <= MAX_METADATA_BYTES) return metadata;
  const message = `Metadata has at most ${MAX_METADATA_BYTES / 1024} KB of JSON. Keep more in a file of the account.`;
  throw invalid(['body', 'metadata'], message, 'too_long');
}

/**
 * The fields that an update names. Absent: unchanged. Null clears an external id or the metadata; a project cannot be
 * without a name, so a null name changes nothing.
 */
export function changesOf(body: Omit<PublicProjectUpdateRequest, 'expectedVersion'>): ProjectChanges {
  const changes: ProjectChanges = {};
  if (body.name !== undefined && body.name !== null) changes.name = checkedName(body.name);
  if (body.externalId !== undefined) changes.externalId = body.externalId;
  if (body.externalUserId !== undefined) changes.externalUserId = body.externalUserId;
  if (body.externalWorkspaceId !== undefined) changes.externalWorkspaceId = body.externalWorkspaceId;
  if (body.metadata !== undefined) changes.metadata = checkedMetadata(body.metadata ?? {});
  return changes;
}
