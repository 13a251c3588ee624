import {
  endpoints,
  PublicTemplateRunCreateRequest,
  type PublicTemplateRunDetail,
  type RunInputValue,
} from '#shared/api/index.ts';
import type { ServiceContext } from '../context.ts';
import { checkedFilename, contentTypeOf, UploadNameProblem } from '../domain/file-names.ts';
import { insertFile, newFileId, type NewFile } from '../domain/files.ts';
import { requireRoom, takeStorage } from '../domain/quota.ts';
import { requireQueueRoom } from '../domain/runs-create.ts';
import { endpointDocs, EXTERNAL_PREFIX } from '../domain/templates-docs.ts';
import {
  findEndpointBySecret,
  getTemplate,
  type EndpointRow,
  type TemplatePin,
  type TemplateRow,
} from '../domain/templates-rows.ts';
import {
  createTemplateRun,
  requireField,
  requireTemplateRun,
  TemplateRunViews,
} from '../domain/templates-runs.ts';
import type { Engine } from '../engine/engine.ts';
import { transaction } from '../storage/database.ts';
import type { OtherSurface } from './app.ts';
import { ApiProblem } from './errors.ts';
import { readForm } from './form.ts';
import { parseJson, readJson } from './read-body.ts';
import { jsonReply } from './respond.ts';
import { parseWith, refuseUnstorable } from './validate.ts';

/** Template endpoints as others call them: with the endpoint's own key, which opens nothing else. */

/** Bytes of one file in a form, and files in one. */
const FILE_BYTES = 25 * 1024 * 1024;
const FILES = 20;

interface Called {
  template: TemplateRow;
  endpoint: EndpointRow;
}

const rejected = (message: string) =>
  new ApiProblem(401, 'UNAUTHORIZED', message, undefined, { 'www-authenticate': 'Bearer' });

/** @throws ApiProblem 401 for anything but the key of this very endpoint. */
function authenticate(ctx: ServiceContext, request: Request, endpointId: string): EndpointRow {
  const secret = /^Bearer +(\S{1,200}) *$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  if (!secret) throw rejected('Send the key of this endpoint: Authorization: Bearer <endpoint key>.');
  const endpoint = findEndpointBySecret(ctx, secret);
  if (endpoint?.id === endpointId) return endpoint;
  throw rejected('This is not the key of this endpoint. API keys are not accepted here.');
}

export function createExternalRuns(ctx: ServiceContext, engine: Engine): OtherSurface {
  const views = new TemplateRunViews(ctx, engine);

  const info = ({ template, endpoint }: Called) => {
    const { ownerRun: _ownerRun, ...docs } = endpointDocs(ctx, template, endpoint);
    return docs;
  };

  const status = ({ template, endpoint }: Called, taskId: string): PublicTemplateRunDetail =>
    views.detail(
      requireTemplateRun(ctx, engine, { template, endpointId: endpoint.id, caller: 'external' }, taskId),
    );

  const submit = async (called: Called, request: Request): Promise<PublicTemplateRunDetail> => {
    requireQueueRoom(engine);
    const isForm = /^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '');
    const { body, files } = isForm
      ? await readCallForm(ctx, called.template, request)
      : { body: await readCallJson(request), files: [] };
    const created = transaction(ctx.db, () => {
      takeStorage(
        ctx,
        called.template.accountId,
        files.reduce((sum, file) => sum + file.sizeBytes, 0),
      );
      for (const file of files) insertFile(ctx, file);
      return createTemplateRun(ctx, engine, { ...called, caller: 'external' }, body);
    });
    engine.dispatch(created.row.id);
    return views.detail(created);
  };

  return {
    matches: (path) => path.startsWith(`${EXTERNAL_PREFIX}/`),
    async answer(request, url, limit) {
      const [endpointId = '', runs, taskId, more] = url.pathname.slice(EXTERNAL_PREFIX.length + 1).split('/');
      const isStatus = runs === 'runs' && taskId !== undefined && taskId !== '' && more === undefined;
      if (!isStatus && runs !== undefined) {
        throw new ApiProblem(404, 'ROUTE_NOT_FOUND', 'There is no such path below an endpoint.');
      }
      const endpoint = authenticate(ctx, request, endpointId);
      limit(endpoint.id);
      const called = { template: getTemplate(ctx, endpoint.templateId), endpoint };
      const allowed = isStatus ? ['GET'] : ['GET', 'POST'];
      if (!allowed.includes(request.method)) {
        throw new ApiProblem(
          405,
          'METHOD_NOT_ALLOWED',
          `This path answers ${allowed.join(', ')}.`,
          { allowed },
          { allow: allowed.join(', ') },
        );
      }
      if (isStatus) return jsonReply(200, JSON.stringify(status(called, taskId)));
      return request.method === 'GET'
        ? jsonReply(200, JSON.stringify(info(called)))
        : jsonReply(202, JSON.stringify(await submit(called, request)));
    },
  };
}

async function readCallJson(request: Request): Promise<PublicTemplateRunCreateRequest> {
  const body = parseWith(
    PublicTemplateRunCreateRequest,
    await readJson(request),
    'body',
    endpoints.templates.createRun,
  );
  refuseUnstorable(body, 'body');
  return body;
}

/** A form: each field by its name, files as they are, everything else as text. */
async function readCallForm(
  ctx: ServiceContext,
  template: TemplateRow,
  request: Request,
): Promise<{ body: PublicTemplateRunCreateRequest; files: NewFile[] }> {
  requireRoom(ctx, template.accountId, Number(request.headers.get('content-length') ?? 0));
  const files: NewFile[] = [];
  const inputs: Record<string, RunInputValue> = {};
  const { fields } = await readForm(
    request,
    async ({ field, filename: given, contentType: said, stream }) => {
      const pin = requireField(template, field);
      if (pin.kind !== 'file' && pin.dataType !== 'any') {
        throw new ApiProblem(400, 'INPUT_INVALID', `${field} takes no file. Send it as text.`, {
          fieldName: field,
        });
      }
      const filename = nameOf(given, field);
      const stored = await ctx.blobs.write(stream, { signal: request.signal });
      if (stored.sizeBytes === 0) {
        throw new ApiProblem(400, 'INVALID_FILE', `The file of ${field} is empty.`, { fieldName: field });
      }
      const contentType = contentTypeOf(filename, said);
      const id = newFileId(ctx, filename, contentType);
      files.push({
        id,
        accountId: template.accountId,
        blob: stored.hash,
        filename,
        contentType,
        sizeBytes: stored.sizeBytes,
        origin: 'upload',
      });
      inputs[field] = { type: 'file', fileId: id };
    },
    { fileBytes: FILE_BYTES, files: FILES },
  );
  refuseUnstorable(fields, 'body');
  const body: PublicTemplateRunCreateRequest = { inputs };
  for (const [name, text] of Object.entries(fields)) {
    const isField = template.inputs.some((input) => input.fieldName === name);
    if (!isField && (name === 'externalId' || name === 'externalUserId' || name === 'externalWorkspaceId')) {
      body[name] = text;
    } else {
      inputs[name] = readText(requireField(template, name), text);
    }
  }
  return { body, files };
}

function nameOf(given: string, field: string): string {
  try {
    return checkedFilename(given === '' ? 'file.bin' : given);
  } catch (error) {
    if (!(error instanceof UploadNameProblem)) throw error;
    throw new ApiProblem(400, 'INVALID_FILE', error.message, { fieldName: field });
  }
}

/** The value that the text of a form field stands for. @throws ApiProblem 400 INPUT_INVALID */
function readText({ fieldName, kind, dataType }: TemplatePin, text: string): RunInputValue {
  const invalid = (what: string) =>
    new ApiProblem(400, 'INPUT_INVALID', `${fieldName} must be ${what}.`, { fieldName });
  if (kind === 'file') return { type: 'file', fileId: text };
  switch (dataType) {
    case 'number': {
      const value = text.trim() === '' ? Number.NaN : Number(text);
      if (!Number.isFinite(value)) throw invalid('a number');
      return { type: 'number', value };
    }
    case 'boolean':
      if (/^(?:true|1|on)$/i.test(text)) return { type: 'boolean', value: true };
      if (/^(?:false|0|off)$/i.test(text)) return { type: 'boolean', value: false };
      throw invalid('true or false');
    case 'json': {
      let value: unknown;
      try {
        value = parseJson(text);
      } catch {
        throw invalid('a JSON object or list');
      }
      if (typeof value !== 'object' || value === null) throw invalid('a JSON object or list');
      return { type: 'json', value: value as Record<string, unknown> };
    }
    default:
      return { type: 'string', value: text };
  }
}
