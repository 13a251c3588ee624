import { z } from 'zod';
import { integerParam } from '../schemas/common.ts';
import * as s from '../schemas/index.ts';
import { endpoint, externalFilters, ownerGuard } from './row.ts';

const fileForm = z.object(externalFilters);

/** Files and the handshake that uploads them. */
export const files = {
  upload: endpoint({
    method: 'POST',
    path: '/files',
    tag: 'Files',
    summary: 'Upload a small file (deprecated)',
    description: 'Multipart form with `file`; at most 25 MB. Use `POST /files/uploads`.',
    scope: 'files:write',
    idempotent: true,
    deprecated: true,
    bodyKind: 'multipart',
    body: fileForm,
    status: 201,
    response: s.PublicFileDetail,
    errors: {
      400: 'empty or invalid file',
      409: 'idempotency conflict',
      413: 'over the size of one request',
      507: 'over the account storage limit',
    },
  }),
  createUpload: endpoint({
    method: 'POST',
    path: '/files/uploads',
    tag: 'Files',
    summary: 'Open an upload session',
    description: 'Does not carry file bytes: PUT them to the signed URL, then complete.',
    scope: 'files:write',
    idempotent: true,
    body: s.PublicFileUploadCreateRequest,
    status: 201,
    response: s.PublicFileUploadSession,
    errors: {
      400: 'invalid upload session request',
      409: 'idempotency conflict',
      507: 'over the account storage limit',
    },
  }),
  completeUpload: endpoint({
    method: 'POST',
    path: '/files/uploads/{upload_id}/complete',
    tag: 'Files',
    summary: 'Complete an upload',
    scope: 'files:write',
    body: s.PublicFileUploadCompleteRequest,
    response: s.PublicFileDetail,
    errors: {
      404: 'upload session missing',
      410: 'upload session expired or aborted',
      422: 'object failed verification, or request validation error',
    },
  }),
  abortUpload: endpoint({
    method: 'DELETE',
    path: '/files/uploads/{upload_id}',
    tag: 'Files',
    summary: 'Abort an upload',
    scope: 'files:write',
    status: 204,
  }),
  get: endpoint({
    method: 'GET',
    path: '/files/{file_id}',
    tag: 'Files',
    summary: 'Get file metadata',
    scope: 'files:read',
    query: z.object(ownerGuard),
    response: s.PublicFileDetail,
    errors: { 400: 'malformed file id', 404: 'file missing' },
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/files/{file_id}',
    tag: 'Files',
    summary: 'Delete a file',
    scope: 'files:write',
    query: z.object(ownerGuard),
    status: 204,
    errors: {
      400: 'malformed file id',
      404: 'file missing',
      409: 'file still referenced, or reference safety unproven',
      500: 'file could not be deleted from storage',
    },
  }),
  downloadUrl: endpoint({
    method: 'GET',
    path: '/files/{file_id}/download-url',
    tag: 'Files',
    summary: 'Get a signed download URL',
    description: '`expiresInSeconds` from 60 to 86400, by default 3600.',
    scope: 'files:read',
    query: z.object({ expiresInSeconds: integerParam({ min: 60, max: 86_400 }).optional(), ...ownerGuard }),
    response: s.PublicFileDownloadUrl,
    errors: { 400: 'malformed file id', 404: 'file missing' },
  }),
};
