import { z } from 'zod';
import { listUpTo } from '../../reading/counts.ts';
import { externalIds, optionalNullable, OptionalString } from './common.ts';
import { MAX_UPLOAD_PARTS } from './counts.ts';

export const PublicFileDetail = z
  .object({
    fileId: z.string(),
    filename: z.string(),
    contentType: z.string(),
    sizeBytes: z.int(),
    createdAt: z.string(),
    updatedAt: z.string(),
    ...externalIds,
  })
  .meta({ id: 'PublicFileDetail' });
export type PublicFileDetail = z.infer<typeof PublicFileDetail>;

export const PublicFileDownloadUrl = z
  .object({ downloadUrl: z.string(), expiresAt: z.string(), fileId: z.string() })
  .meta({ id: 'PublicFileDownloadUrl' });
export type PublicFileDownloadUrl = z.infer<typeof PublicFileDownloadUrl>;

export const PublicFileUploadCreateRequest = z
  .object({
    filename: z.string(),
    sizeBytes: z.int(),
    contentType: z.string().optional(),
    sha256: OptionalString,
    ...externalIds,
  })
  .meta({ id: 'PublicFileUploadCreateRequest' });
export type PublicFileUploadCreateRequest = z.infer<typeof PublicFileUploadCreateRequest>;

const SignedRequest = z
  .object({ method: z.string(), url: z.string(), headers: z.record(z.string(), z.string()).optional() })
  .meta({ id: 'PublicSignedUploadRequest' });

const SignedPart = z
  .object({
    partNumber: z.int(),
    method: z.string(),
    url: z.string(),
    headers: z.record(z.string(), z.string()).optional(),
  })
  .meta({ id: 'PublicSignedUploadPart' });

export const PublicFileUploadSession = z
  .object({
    uploadId: z.string(),
    fileId: z.string(),
    /** `single_part` or `multipart`. */
    storageMethod: z.string(),
    expiresAt: z.string(),
    upload: optionalNullable(SignedRequest),
    parts: optionalNullable(z.array(SignedPart)),
    partCount: optionalNullable(z.int()),
    partSizeBytes: optionalNullable(z.int()),
    ...externalIds,
  })
  .meta({ id: 'PublicFileUploadSession' });
export type PublicFileUploadSession = z.infer<typeof PublicFileUploadSession>;

export const PublicFileUploadCompleteRequest = z
  .object({
    actualSha256: OptionalString,
    actualSizeBytes: optionalNullable(z.int()),
    multipartParts: optionalNullable(
      listUpTo(MAX_UPLOAD_PARTS, z.object({ partNumber: z.int(), etag: z.string() })),
    ),
  })
  .meta({ id: 'PublicFileUploadCompleteRequest' });
export type PublicFileUploadCompleteRequest = z.infer<typeof PublicFileUploadCompleteRequest>;
