import { Readable } from 'node:stream';
import { endpoints, PublicTemplateRunCreateRequest, type RunInputValue } from '#shared/api/index.ts';
import type { ServiceContext } from '#service/context.ts';
import { checkedFilename, contentTypeOf, UploadNameProblem } from '#service/rules/file-names.ts';
import { insertFile, newFileId, type NewFile } from '#service/files/rows.ts';
import { noteUnreferenced } from '#service/files/unreferenced-blobs.ts';
import { requireStorageSpace, consumeStorage, limitToStorage } from '#service/accounts/quota-rows.ts';
import { requireQueueCapacity } from '#service/runs/prepare-run.ts';
import { endpointDocs, EXTERNAL_PREFIX } from '#service/templates/endpoint-docs.ts';
import {
  findEndpointBySecret,
  getTemplate,
  isCurrentKey,
  templateGraph,
  type EndpointRow,
  type TemplatePin,
  type TemplateRow,
} from '#service/templates/rows.ts';
import { callerDocs, callerProblem } from '#service/templates/caller-view.ts';
import { insertCallerFiles } from '#service/templates/caller-file-rows.ts';
import { rejectForeignFiles } from '#service/templates/caller-files.ts';
import {
  createTemplateRun,
  requireField,
  requireTemplateRun,
  type TemplateRun,
} from '#service/templates/runs.ts';
import { TemplateRunViews } from '#service/templates/run-views.ts';
import { createTemplateRunStreams } from '#service/templates/streams.ts';
import type { Engine } from '#service/engine/engine.ts';
import { transaction } from '#service/storage/database.ts';
import type { ExternalSurface } from './app.ts';
import { Problem } from '#service/problems/problem.ts';
import { readForm } from '#service/http/form.ts';
import {
  checkedIdempotencyKey,
  createIdempotencyStore,
  fingerprintOf,
  hasResponse,
} from '#service/http/idempotency.ts';
import { parseJson, readJson } from '#service/http/read-body.ts';
import { losesDigits, readDecimal } from '#shared/reading/decimal.ts';
import { jsonReply, type Reply } from '#service/http/respond.ts';
import { stableChunks } from '#service/http/stable-text.ts';
import { parseBody, rejectUnstorable } from '#service/http/validate.ts';

/** Template endpoints as others call them: with the endpoint's own key, which opens nothing else. */

/** Bytes of one file in a form, and files in one. */
const FILE_BYTES = 25 * 1024 * 1024;
const FILES = 20;

interface Called {
  template: TemplateRow;
  endpoint: EndpointRow;
  /** SHA-256 of the key that the call was made with. */
  keyHash: string;
}

const rejected = (message: string) => Problem.of('UNAUTHORIZED', message);
const KEY_NO_LONGER_VALID =
  'The key of this endpoint was replaced, or the endpoint was switched off. Ask its owner for the present key.';
const foreignKey = () => rejected('This is not the key of this endpoint. API keys are not accepted here.');

/** @throws Problem UNAUTHORIZED for anything but the key of this very endpoint. */
async function authenticate(
  ctx: ServiceContext,
  request: Request,
  endpointId: string,
): Promise<Omit<Called, 'template'>> {
  const secret = /^Bearer +(\S{1,200}) *$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  if (!secret) throw rejected('Send the key of this endpoint: Authorization: Bearer <endpoint key>.');
  const endpoint = await findEndpointBySecret(ctx, secret);
  if (endpoint?.id === endpointId && endpoint.keyHash !== null) {
    return { endpoint, keyHash: endpoint.keyHash };
  }
  throw foreignKey();
}

/** What an endpoint tells its callers of itself. */
const infoOf = async (ctx: ServiceContext, { template, endpoint }: Called) =>
  callerDocs(await endpointDocs(ctx, template, endpoint, 'external'));

/** As `createTemplateRun`, for a caller. @throws Problem in words for callers */
async function createCallerRun(
  ctx: ServiceContext,
  engine: Engine,
  called: Called,
  body: PublicTemplateRunCreateRequest,
): Promise<TemplateRun> {
  try {
    return await createTemplateRun(ctx, engine, { ...called, caller: 'external', personId: null }, body);
  } catch (error) {
    throw await callerProblem(error, () => templateGraph(ctx, called.template.id));
  }
}

export function createExternalRuns(ctx: ServiceContext, engine: Engine): ExternalSurface {
  const views = new TemplateRunViews(ctx, engine);
  const streams = createTemplateRunStreams(ctx, engine, (found, event) => views.callerAtEvent(found, event));
  const idempotency = createIdempotencyStore(ctx.db, ctx.now);

  const submit = async (started: Called, request: Request): Promise<Reply> => {
    const { endpoint, keyHash } = started;
    const key = checkedIdempotencyKey(request.headers.get('idempotency-key'));
    const { accountId } = started.template;
    // Callers with one key share theirs with nobody: no API key's request can hold a line break.
    const name = key === null ? null : `${endpoint.id}\n${keyHash}\n${key}`;
    const { body, files, content } = await readCall(ctx, started.template, request, name);
    const print = fingerprintOf(['POST', endpoint.id, content]);
    const sizeBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0);
    const create = async (): Promise<{ response: string; runId: string | null }> => {
      // A body may take long to come, and the key may be another's concern by then, or the template another one.
      if (!(await isCurrentKey(ctx, endpoint.id, keyHash))) throw foreignKey();
      const called = { ...started, template: await getTemplate(ctx, endpoint.templateId) };
      // Looked up in the transaction that saves it: of two equal requests the second one finds what the first has written.
      const previous = name === null ? null : await idempotency.find(accountId, name, print);
      if (previous) return { response: previous.body, runId: null };
      await requireQueueCapacity(engine, accountId);
      await consumeStorage(ctx, accountId, sizeBytes);
      for (const file of files) await insertFile(ctx, file);
      await insertCallerFiles(ctx, keyHash, files);
      await rejectForeignFiles(ctx, called.template, keyHash, body.inputs ?? {});
      const created = await createCallerRun(ctx, engine, called, body);
      const response = JSON.stringify(await views.callerDetail(created));
      if (name !== null) {
        const saved = { status: 202, body: response, origin: ctx.urls.origin() };
        await idempotency.save(accountId, 'external-run', name, print, saved);
      }
      return { response, runId: created.row.id };
    };
    const { response, runId } = await transaction(ctx.db, create);
    if (runId === null) return jsonReply(202, response, { 'idempotency-replayed': 'true' });
    engine.dispatch({ id: runId, accountId });
    return jsonReply(202, response);
  };

  return {
    matches: (path) => path.startsWith(`${EXTERNAL_PREFIX}/`),
    async respond(request, url, limit) {
      const [endpointId = '', ...pathSegments] = url.pathname.slice(EXTERNAL_PREFIX.length + 1).split('/');
      const [, taskId, stream] = /^runs\/([^/]+)(\/events\/stream)?$/.exec(pathSegments.join('/')) ?? [];
      if (taskId === undefined && pathSegments.length > 0) {
        throw Problem.of('ROUTE_NOT_FOUND', 'There is no such path below an endpoint.');
      }
      const { endpoint, keyHash } = await authenticate(ctx, request, endpointId);
      await limit(endpoint.id);
      const called = { template: await getTemplate(ctx, endpoint.templateId), endpoint, keyHash };
      const allowed = taskId === undefined ? ['GET', 'POST'] : ['GET'];
      if (!allowed.includes(request.method)) {
        throw Problem.of('METHOD_NOT_ALLOWED', `This path answers ${allowed.join(', ')}.`, { allowed });
      }
      if (taskId !== undefined) {
        const ofEndpoint = {
          template: called.template,
          endpointId: endpoint.id,
          caller: 'external' as const,
        };
        const find = () => requireTemplateRun(ctx, engine, ofEndpoint, taskId);
        if (stream === undefined) {
          const detail = await ctx.db.snapshot(async () => views.callerDetail(await find()));
          return jsonReply(200, JSON.stringify(detail));
        }
        return await streams.open(await find(), {
          lastEventId: request.headers.get('last-event-id'),
          signal: request.signal,
          rejection: async () =>
            (await isCurrentKey(ctx, endpoint.id, keyHash)) ? null : KEY_NO_LONGER_VALID,
        });
      }
      return request.method === 'GET'
        ? jsonReply(200, JSON.stringify(await ctx.db.snapshot(() => infoOf(ctx, called))))
        : await submit(called, request);
    },
  };
}

type NewUpload = NewFile & { id: string };

/** A call: its body, the files that came with it, and a text that is the same for the same call. */
interface ReadCall {
  body: PublicTemplateRunCreateRequest;
  files: NewUpload[];
  content: string | readonly Uint8Array[];
}

/** @param name of the idempotency key; null without one */
async function readCall(
  ctx: ServiceContext,
  template: TemplateRow,
  request: Request,
  name: string | null,
): Promise<ReadCall> {
  const isForm = /^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '');
  if (!isForm) return readCallJson(request);
  const isReplay = await hasResponse({ db: ctx.db, getTime: ctx.now }, template.accountId, name);
  return readCallForm(ctx, template, request, isReplay);
}

async function readCallJson(request: Request): Promise<ReadCall> {
  const body = await parseBody(
    PublicTemplateRunCreateRequest,
    await readJson(request),
    endpoints.templates.createRun,
  );
  rejectUnstorable(body, 'body');
  return { body, files: [], content: await stableChunks(body) };
}

/** A form: each field by its name, files as they are, everything else as text. @param isReplay takes no room */
async function readCallForm(
  ctx: ServiceContext,
  template: TemplateRow,
  request: Request,
  isReplay: boolean,
): Promise<ReadCall> {
  const contentLength = Number(request.headers.get('content-length') ?? 0);
  if (!isReplay) await requireStorageSpace(ctx, template.accountId, contentLength);
  const files: NewUpload[] = [];
  const inputs: Record<string, RunInputValue> = {};
  const { fields, fingerprint } = await readForm(
    request,
    async ({ field, filename: rawFilename, contentType: declaredType, stream }) => {
      const pin = requireField(template, field);
      if (pin.kind !== 'file' && pin.dataType !== 'any') {
        throw Problem.of('INPUT_INVALID', `${field} takes no file. Send it as text.`, {
          fieldName: field,
        });
      }
      const filename = nameOf(rawFilename, field);
      const before = files.reduce((sum, file) => sum + file.sizeBytes, 0);
      const owner = { accountId: template.accountId, personId: null };
      const source = isReplay
        ? stream
        : Readable.from(limitToStorage(ctx, owner, stream, before), { objectMode: false });
      const stored = await ctx.blobs.write(source, { signal: request.signal });
      noteUnreferenced(ctx, stored.hash);
      if (stored.sizeBytes === 0) {
        throw Problem.of('INVALID_FILE', `The file of ${field} is empty.`, { fieldName: field });
      }
      const contentType = contentTypeOf(filename, declaredType);
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
  rejectUnstorable(fields, 'body');
  const body: PublicTemplateRunCreateRequest = { inputs };
  for (const [name, text] of Object.entries(fields)) {
    const isField = template.inputs.some((input) => input.fieldName === name);
    if (!isField && (name === 'externalId' || name === 'externalUserId' || name === 'externalWorkspaceId')) {
      body[name] = text;
    } else {
      inputs[name] = readText(requireField(template, name), text);
    }
  }
  return { body, files, content: fingerprint };
}

function nameOf(rawName: string, field: string): string {
  try {
    return checkedFilename(rawName === '' ? 'file.bin' : rawName);
  } catch (error) {
    if (!(error instanceof UploadNameProblem)) throw error;
    throw Problem.of('INVALID_FILE', error.message, { fieldName: field });
  }
}

/** The value that the text of a form field stands for. @throws Problem INPUT_INVALID */
function readText({ fieldName, kind, dataType }: TemplatePin, text: string): RunInputValue {
  const invalid = (requirement: string) =>
    Problem.of('INPUT_INVALID', `${fieldName} must be ${requirement}.`, { fieldName });
  if (kind === 'file') return { type: 'file', fileId: text };
  switch (dataType) {
    case 'number': {
      const value = readDecimal(text);
      if (value === null) throw invalid('a number');
      if (losesDigits(text)) throw invalid('a number of at most 15 digits: it would be rounded');
      return { type: 'number', value };
    }
    case 'boolean':
      if (/^(?:true|1|on)$/i.test(text)) return { type: 'boolean', value: true };
      if (/^(?:false|0|off)$/i.test(text)) return { type: 'boolean', value: false };
      throw invalid('true or false');
    case 'json': {
      let value: unknown;
      let rounded: string | undefined;
      try {
        value = parseJson(text, (preserved) => (rounded = preserved[0]));
      } catch {
        throw invalid('a JSON object or list');
      }
      if (rounded !== undefined) {
        throw invalid(`JSON whose numbers fit: put ${rounded} in quotes, which keeps it as text`);
      }
      if (typeof value !== 'object' || value === null) throw invalid('a JSON object or list');
      return { type: 'json', value: value as Record<string, unknown> };
    }
    default:
      return { type: 'string', value: text };
  }
}
