import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import {
  ADMINISTRATION_PREFIX,
  ADMINISTRATION_SECRET_FILE,
  administrationRows,
  type AdministrationRowName,
  type AdministrationRows,
} from '#shared/administration/index.ts';
import { PublicApiErrorResponse } from '#shared/api/index.ts';
import { DEFAULT_LIMITS, readJson } from '#shared/reading/index.ts';
import { DeskError } from '../desk-error.ts';

/** Asks the local service for what is no part of the API. What a person typed passes through and is held nowhere. */

/** Trying a model takes longest: it may have to be loaded first. */
const TIMEOUT_MS = 120_000;
const LIMITS = { ...DEFAULT_LIMITS, bytes: 16 * 1024 * 1024 };
const RESPONSE_PARSE_OPTIONS = {
  label: 'The answer of the local service',
  hint: 'Restart it under Connections.',
};

type ResultOf<Name extends AdministrationRowName> = AdministrationRows[Name]['response'] extends z.ZodType
  ? z.output<AdministrationRows[Name]['response']>
  : void;

interface AdministrationRequest {
  params: Readonly<Record<string, string>>;
  body: unknown;
  signal: AbortSignal;
  /** How long the answer may take; two minutes where nothing is said. */
  timeoutMs?: number;
}

export interface AdministrationClientOptions {
  /** The service's own data folder. */
  serviceDirectory: string;
  /** `http://127.0.0.1:PORT` of the service that runs now. @throws DeskError LOCAL_SERVICE_DOWN */
  origin(signal: AbortSignal): Promise<string>;
}

const isDown = (cause?: unknown) =>
  new DeskError(
    'LOCAL_SERVICE_DOWN',
    'The local service does not answer. Restart it from the connections page.',
    {
      cause,
    },
  );

/** One call of the administration, by its row. */
export type CallAdministration = <Name extends AdministrationRowName>(
  name: Name,
  request: AdministrationRequest,
) => Promise<ResultOf<Name>>;

export function createAdministrationClient(options: AdministrationClientOptions): CallAdministration {
  const { serviceDirectory } = options;

  const readSecret = async (): Promise<string> => {
    try {
      return (await readFile(join(serviceDirectory, ADMINISTRATION_SECRET_FILE), 'utf8')).trim();
    } catch (error) {
      throw new DeskError(
        'LOCAL_SERVICE_DOWN',
        'The local service is of an earlier version. Restart it from the connections page, then try again.',
        { cause: error },
      );
    }
  };

  const send = async (name: AdministrationRowName, request: AdministrationRequest): Promise<Response> => {
    const row = administrationRows[name];
    const path = row.path.replaceAll(/\{(\w+)\}/g, (_match, param: string) =>
      encodeURIComponent(request.params[param] ?? ''),
    );
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(request.timeoutMs ?? TIMEOUT_MS)]);
    const at = await options.origin(request.signal);
    try {
      return await fetch(`${at}${ADMINISTRATION_PREFIX}${path}`, {
        method: row.method,
        headers: {
          authorization: `Bearer ${await readSecret()}`,
          ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: request.body === undefined ? null : JSON.stringify(request.body),
        redirect: 'error',
        signal,
      });
    } catch (error) {
      if (error instanceof DeskError || request.signal.aborted) throw error;
      throw isDown(error);
    }
  };

  return async (name, request) => {
    let response = await send(name, request);
    if (response.status === 401) {
      // The service started anew between the reading of its secret and the request: there is another one now.
      await response.body?.cancel();
      response = await send(name, request);
    }
    if (!response.ok) throw await errorOf(response);
    const { response: schema } = administrationRows[name];
    if (schema === null) return undefined as ResultOf<typeof name>;
    const parsed = schema.safeParse(await jsonOf(response));
    if (parsed.success) return parsed.data as ResultOf<typeof name>;
    throw new DeskError(
      'BAD_RESPONSE',
      'The local service answered something else than was asked for. Restart it.',
    );
  };
}

async function jsonOf(response: Response): Promise<unknown> {
  const read = await readJson(response.body, { limits: LIMITS, ...RESPONSE_PARSE_OPTIONS });
  if (read.ok) return read.value;
  throw new DeskError('BAD_RESPONSE', read.problem.message);
}

/** What the service refuses, in its own sentence. */
async function errorOf(response: Response): Promise<DeskError> {
  const body = PublicApiErrorResponse.safeParse(await jsonOf(response));
  if (!body.success) return isDown();
  const { message, details } = body.data.error;
  const fields = { details: { ...details }, status: response.status };
  switch (response.status) {
    case 404:
      return new DeskError('NOT_FOUND', message, fields);
    case 507:
      return new DeskError('DISK_FULL', message, fields);
    default:
      // A 401 would end the page's session.
      return new DeskError('INVALID_REQUEST', message, {
        ...fields,
        status: response.status === 401 ? 503 : response.status,
      });
  }
}
