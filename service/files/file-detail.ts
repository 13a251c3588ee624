import type { PublicFileDetail } from '#shared/api/index.ts';
import type { FileRow } from './rows.ts';

export const fileDetail = (file: FileRow): PublicFileDetail => ({
  fileId: file.id,
  filename: file.filename,
  contentType: file.contentType,
  sizeBytes: file.sizeBytes,
  createdAt: file.createdAt,
  updatedAt: file.updatedAt,
  externalId: file.externalId,
  externalUserId: file.externalUserId,
  externalWorkspaceId: file.externalWorkspaceId,
});
