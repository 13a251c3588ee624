import {
  KIND_NAMES,
  MAX_MODEL_COUNT,
  MODEL_LIMITS,
  type LocalModelServer,
  type ModelKind,
  type ModelListAnswer,
  type ModelProblem,
  type ModelTestAnswer,
} from '#shared/administration/models.ts';
import type { ModelServiceId } from '#shared/administration/model-services.ts';
import { parseJsonBytes } from '#shared/reading/parse-json.ts';
import { DEFAULT_LIMITS } from '#shared/reading/limits.ts';
import { NodeFailure, type ProviderAccess } from '#service/nodes/definition.ts';
import { callProvider, readFromProvider } from '#service/nodes/ai/provider-client.ts';
import type { ProviderLimits } from '#service/nodes/ai/provider-request.ts';
import { SERVICE_CHECKS, type ServiceCheck } from './service-checks.ts';

/** What a provider says of itself before it is used: its models, and whether it answers. */

const MB = 1024 * 1024;

/** Milliseconds and bytes. */
export interface CheckLimits extends ProviderLimits {
  /** A whole check. */
  totalMs: number;
  /** A server on this computer. */
  localMs: number;
}

export const CHECK_LIMITS: CheckLimits = {
  responseMs: 20_000,
  silenceMs: 10_000,
  graceMs: 40_000,
  minRate: 1024,
  longestRetryMs: 0,
  retries: 0,
  responseBytes: 16 * MB,
  totalMs: 40_000,
  localMs: 1_500,
};

const LIST_LIMITS = { ...DEFAULT_LIMITS, bytes: 16 * MB, values: 2_000_000 };

const PROBLEMS: Readonly<Record<string, ModelProblem>> = {
  PROVIDER_ADDRESS: 'address',
  PROVIDER_TLS: 'tls',
  PROVIDER_NO_HOST: 'no-host',
  PROVIDER_UNREACHABLE: 'unreachable',
  PROVIDER_TIMED_OUT: 'timeout',
  PROVIDER_TOO_SLOW: 'timeout',
  PROVIDER_REFUSED_KEY: 'key',
  PROVIDER_REDIRECTED: 'redirected',
  PROVIDER_BAD_ANSWER: 'not-compatible',
  PROVIDER_NOT_FOUND: 'not-compatible',
  PROVIDER_ANSWER_TOO_LARGE: 'too-large',
  PROVIDER_BUSY: 'busy',
};

interface Failure {
  problem: ModelProblem;
  message: string;
}

/** What went wrong, in the words of somebody who has just typed an address and a key. */
function failureOf(error: unknown, access: ProviderAccess): Failure {
  const { host } = new URL(access.baseUrl);
  if (!(error instanceof NodeFailure)) {
    return {
      problem: 'timeout',
      message: `${host} took too long to answer. Try again, or check the address.`,
    };
  }
  const problem = PROBLEMS[error.code] ?? 'failed';
  switch (problem) {
    case 'key':
      return {
        problem,
        message:
          access.key === null
            ? `${host} wants a key. Enter the one from your account there.`
            : `${host} does not accept this key. Copy it again from your account there.`,
      };
    case 'redirected':
      return { problem, message: `${host} sends requests on to another address. Enter that one.` };
    case 'timeout':
      return {
        problem,
        message: `${host} took too long to answer. A server on this computer may be loading its model: try again.`,
      };
    case 'unreachable':
      return {
        problem,
        message: `Nothing answers at ${host}. Check the address and the port, and that the server is running.`,
      };
    case 'not-compatible':
      return {
        problem,
        message: isOpenAi(access)
          ? `${host} answers, but not as an OpenAI-compatible service. Check the address: it often ends in /v1.`
          : `${host} answers otherwise than this service does. Check the address.`,
      };
    case 'too-large':
      return {
        problem,
        message: `The list of ${host} is too long to be read. Type the name of the model instead.`,
      };
    case 'address':
    case 'no-host':
    case 'tls':
    case 'model':
    case 'busy':
    case 'failed':
      return { problem, message: error.message };
    default:
      return problem satisfies never;
  }
}

const controls = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Names that a list of models holds: without doubles, in order. */
function namesIn(value: unknown, access: ProviderAccess, check: ServiceCheck): string[] {
  const { list } = check;
  const record = (value ?? {}) as Readonly<Record<string, unknown>>;
  // Its key was taken, and it keeps no list that can be asked for.
  if (list === null) return [];
  const data = record[list.entries];
  if (!Array.isArray(data))
    throw new NodeFailure('PROVIDER_BAD_ANSWER', `${access.name} sent no list of models.`);
  const names = new Set<string>();
  for (const entry of data as unknown[]) {
    const stored = (entry as Readonly<Record<string, unknown>> | null)?.[list.name];
    const isPrefixed = typeof stored === 'string' && stored.startsWith(list.prefix ?? '');
    const id = isPrefixed ? stored.slice(list.prefix?.length ?? 0) : stored;
    if (typeof id !== 'string' || id.trim() === '' || id.length > MODEL_LIMITS.model || controls.test(id))
      continue;
    names.add(id.trim());
  }
  return [...names].sort(collator.compare);
}

const checkOf = ({ service = 'openai-compatible' }: ProviderAccess): ServiceCheck | null =>
  SERVICE_CHECKS[service];

/** Whether it is spoken to as OpenAI is, also where it writes a text. */
const isOpenAi = ({ service = 'openai-compatible' }: ProviderAccess): boolean =>
  SERVICE_CHECKS[service] === SERVICE_CHECKS.openai;

async function readModels(
  access: ProviderAccess,
  signal: AbortSignal,
  limits: ProviderLimits,
): Promise<string[]> {
  const check = checkOf(access);
  if (check === null) return [];
  const { key } = access;
  const keyHeaders = key === null ? undefined : check.keyHeaders(key);
  const response = await readFromProvider(access, check.path, signal, limits, keyHeaders);
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.chunks()) chunks.push(chunk);
  const read = parseJsonBytes(Buffer.concat(chunks), {
    limits: LIST_LIMITS,
    label: 'The list of models',
    hint: 'Type the name of the model instead.',
  });
  if (read.ok) return namesIn(read.value, access, check);
  const code = read.problem.limit === undefined ? 'PROVIDER_BAD_ANSWER' : 'PROVIDER_ANSWER_TOO_LARGE';
  throw new NodeFailure(code, read.problem.message);
}

type Found = { ok: true; baseUrl: string; models: string[] } | ({ ok: false } & Failure);

/** The list at an address; where something else answers there, the list at `/v1` below it. */
async function findModels(access: ProviderAccess, signal: AbortSignal, limits: CheckLimits): Promise<Found> {
  const timeoutSignal = AbortSignal.any([signal, AbortSignal.timeout(limits.totalMs)]);
  try {
    return { ok: true, baseUrl: access.baseUrl, models: await readModels(access, timeoutSignal, limits) };
  } catch (error) {
    const failure = failureOf(error, access);
    const isBelow = access.baseUrl.endsWith('/v1') || !isOpenAi(access);
    if (failure.problem !== 'not-compatible' || isBelow) return { ok: false, ...failure };
    const below = { ...access, baseUrl: `${access.baseUrl}/v1` };
    try {
      return { ok: true, baseUrl: below.baseUrl, models: await readModels(below, timeoutSignal, limits) };
    } catch (second) {
      const retryFailure = failureOf(second, below);
      // Something asks for a key there: that is the service.
      return retryFailure.problem === 'key' ? { ok: false, ...retryFailure } : { ok: false, ...failure };
    }
  }
}

interface CheckTarget {
  service?: ModelServiceId | undefined;
  baseUrl: string;
  key: string | null;
}

const accessOf = ({ service, baseUrl, key }: CheckTarget, model = ''): ProviderAccess => ({
  name: new URL(baseUrl).host,
  ...(service && { service }),
  baseUrl,
  model,
  key,
});

/** What is said of a service that can only be asked for what it charges. */
const uncheckedKey = (host: string): string =>
  `${host} keeps no list and checks no key without a cost: the first picture shows whether the key is right. Type the name of the model.`;

/** Asks a service for its models. @param baseUrl checked by `checkedAddress`. */
export async function listModels(
  target: CheckTarget,
  signal: AbortSignal,
  limits: CheckLimits = CHECK_LIMITS,
): Promise<ModelListAnswer> {
  const { baseUrl } = target;
  const access = accessOf(target);
  const found = await findModels(access, signal, limits);
  if (!found.ok) return { problem: found.problem, message: found.message, baseUrl, models: [], count: 0 };
  const { length: count } = found.models;
  const models = found.models.slice(0, MAX_MODEL_COUNT);
  const { host } = new URL(baseUrl);
  const message =
    checkOf(access) === null
      ? uncheckedKey(host)
      : count === 0
        ? `${host} answers, but names no models. Type the name of the model.`
        : count > models.length
          ? `${host} names ${count} models; the first ${models.length} are listed. Any other can be typed.`
          : `${host} offers ${count} ${count === 1 ? 'model' : 'models'}.`;
  return { problem: null, message, baseUrl: found.baseUrl, models, count };
}

/**
 * Tries a model. A text model writes one word, which costs next to nothing; a picture costs too much for a test, so that
 * of an image model only its name is looked for.
 */
export async function testModel(
  target: CheckTarget & { kind: ModelKind; model: string },
  signal: AbortSignal,
  limits: CheckLimits = CHECK_LIMITS,
): Promise<ModelTestAnswer> {
  const { kind, model } = target;
  const access = accessOf(target, model);
  const { host } = new URL(target.baseUrl);
  if (checkOf(access) === null) return { problem: null, message: uncheckedKey(host) };
  const found = await findModels(access, signal, limits);
  // Some services write text but keep no list.
  const mayLackList = isOpenAi(access) && kind === 'text' && model !== '';
  if (!found.ok && (found.problem !== 'not-compatible' || !mayLackList)) return found;
  if (found.ok && found.baseUrl !== target.baseUrl) {
    return { problem: 'address', message: `The address is ${found.baseUrl}. Put it in, then test again.` };
  }
  if (model === '') {
    return { problem: null, message: `${host} answers. Choose the ${KIND_NAMES[kind]} that it should use.` };
  }
  const isAvailable = found.ok && found.models.includes(model);
  if (found.ok && found.models.length > 0 && !isAvailable) {
    return {
      problem: 'model',
      message: `${host} answers, but does not offer ${model}. Choose one of its ${found.models.length} models.`,
    };
  }
  if (kind !== 'text') {
    return {
      problem: null,
      message:
        kind === 'image'
          ? `${host} answers${isAvailable ? ` and offers ${model}` : ''}. No picture was made for the test.`
          : `${host} answers${isAvailable ? ` and offers ${model}` : ''}. Nothing was made for the test.`,
    };
  }
  if (!isOpenAi(access)) {
    return {
      problem: null,
      message: `${host} takes the key and offers ${model}. Nothing was written for the test.`,
    };
  }
  return tryText(access, signal, limits);
}

async function tryText(
  access: ProviderAccess,
  signal: AbortSignal,
  limits: CheckLimits,
): Promise<ModelTestAnswer> {
  const { host } = new URL(access.baseUrl);
  const timeoutSignal = AbortSignal.any([signal, AbortSignal.timeout(limits.totalMs)]);
  const body = { model: access.model, messages: [{ role: 'user', content: 'Say yes.' }], stream: true };
  try {
    const response = await callProvider(access, '/chat/completions', body, timeoutSignal, limits);
    // A page is no answer of a model.
    if (/html/i.test(response.contentType)) throw new NodeFailure('PROVIDER_BAD_ANSWER', '');
    // Its first word is enough: what would follow is not waited for.
    for await (const chunk of response.chunks()) if (chunk.byteLength > 0) break;
    return { problem: null, message: `${access.model} on ${host} answers.` };
  } catch (error) {
    if (error instanceof NodeFailure && error.code === 'PROVIDER_NOT_FOUND') {
      return { problem: 'model', message: `${host} has no text model ${access.model}. Choose another one.` };
    }
    const { problem, message } = failureOf(error, access);
    return { problem, message };
  }
}

/** Servers that people run on their own computer, at the ports these have by themselves. */
const LOCAL_SERVERS: readonly { name: string; port: number }[] = [
  { name: 'Ollama', port: 11434 },
  { name: 'LM Studio', port: 1234 },
  { name: 'llama.cpp', port: 8080 },
  { name: 'vLLM', port: 8000 },
  { name: 'Jan', port: 1337 },
];

/**
 * Looks for servers on this computer, without any key: only loopback is asked, and only when a person wants it.
 * @param servers where to look; a test has its own.
 */
export async function findLocalModels(
  signal: AbortSignal,
  servers: readonly { name: string; port: number }[] = LOCAL_SERVERS,
  limits: CheckLimits = CHECK_LIMITS,
): Promise<LocalModelServer[]> {
  const probe = async ({ name, port }: { name: string; port: number }): Promise<LocalModelServer[]> => {
    const baseUrl = `http://127.0.0.1:${port}/v1`;
    try {
      const timeoutSignal = AbortSignal.any([signal, AbortSignal.timeout(limits.localMs)]);
      const models = await readModels(accessOf({ baseUrl, key: null }), timeoutSignal, limits);
      return [{ name, baseUrl, models: models.slice(0, MAX_MODEL_COUNT) }];
    } catch {
      // Nothing there, or something else.
      return [];
    }
  };
  return (await Promise.all(servers.map(probe))).flat();
}
