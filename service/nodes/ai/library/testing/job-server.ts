import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A service of models that takes jobs, in the wire format of Replicate: a request is answered with a number, which is asked
 * until the result lies at an address. It counts what it was asked for, and stops at the stage that a test names.
 */

/** `submit`: the request arrived, and no answer was given. `file`: half of the result was sent. */
export type JobStage = 'submit' | 'poll' | 'file';

export interface Job {
  id: string;
  prompt: string;
  /** All that was asked for. */
  input: Readonly<Record<string, unknown>>;
  idempotencyKey: string | undefined;
  /** How often it was asked how far it is, and how often its file was begun. */
  polls: number;
  files: number;
}

export interface JobServerOptions {
  /** What each job makes. */
  result: Uint8Array;
  /** Ending of the address of results; videos come one by one, pictures in a list. */
  ending?: 'png' | 'mp4';
  /** Questions until a job is done. */
  polls?: number;
  /** Whether a job ends without a result. */
  fails?: (job: Job) => boolean;
  /** Called before the first answer to a question about a job. */
  onPoll?: (job: Job) => void | Promise<void>;
}

export interface JobServer {
  /** The address of the service, as it is entered under Models. */
  baseUrl: string;
  /** One for each request that may have been charged, in order. */
  jobs: Job[];
  /** The next request of a stage gets no answer. Resolves with its job once it is there. */
  hold(stage: JobStage): Promise<Job>;
  close(): Promise<void>;
}

async function readInput(incoming: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return (JSON.parse(Buffer.concat(chunks).toString('utf8')) as { input: Record<string, unknown> }).input;
}

export async function startJobServer(options: JobServerOptions): Promise<JobServer> {
  const { result, ending = 'png', polls = 2, fails = () => false, onPoll } = options;
  const jobs: Job[] = [];
  const holds = new Map<JobStage, PromiseWithResolvers<Job>>();
  let origin = '';
  const isHeld = (stage: JobStage, job: Job): boolean => {
    const held = holds.get(stage);
    holds.delete(stage);
    held?.resolve(job);
    return held !== undefined;
  };
  const prediction = (job: Job, status: string): object => {
    const address = `${origin}/files/${job.id}.${ending}`;
    return {
      id: job.id,
      status,
      output: status === 'succeeded' ? (ending === 'mp4' ? address : [address]) : null,
      error: status === 'failed' ? 'The model failed.' : null,
      urls: { get: `https://api.replicate.com/v1/predictions/${job.id}` },
    };
  };
  const send = (response: ServerResponse, body: object, status = 200): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const submit = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const input = await readInput(incoming);
    const key = incoming.headers['idempotency-key'];
    const job: Job = {
      id: `job${jobs.length + 1}`,
      prompt: typeof input['prompt'] === 'string' ? input['prompt'] : '',
      input,
      idempotencyKey: typeof key === 'string' ? key : undefined,
      polls: 0,
      files: 0,
    };
    jobs.push(job);
    if (!isHeld('submit', job)) send(response, prediction(job, 'starting'), 201);
  };
  const answerPoll = async (job: Job, response: ServerResponse): Promise<void> => {
    job.polls += 1;
    if (job.polls === 1) await onPoll?.(job);
    if (isHeld('poll', job)) return;
    const status = job.polls < polls ? 'processing' : fails(job) ? 'failed' : 'succeeded';
    send(response, prediction(job, status));
  };
  const sendFile = (job: Job, response: ServerResponse): void => {
    job.files += 1;
    response.writeHead(200, {
      'content-type': ending === 'mp4' ? 'video/mp4' : 'image/png',
      'content-length': result.byteLength,
    });
    if (isHeld('file', job)) response.write(result.subarray(0, result.byteLength / 2));
    else response.end(result);
  };
  const server = createServer((incoming, response) => {
    const path = incoming.url ?? '';
    const found = jobs.find(({ id }) => path.endsWith(`/${id}`) || path.endsWith(`/${id}.${ending}`));
    if (incoming.method === 'POST') void submit(incoming, response);
    else if (found === undefined) send(response, { detail: 'Not found' }, 404);
    else if (path.startsWith('/files/')) sendFile(found, response);
    else void answerPoll(found, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    baseUrl: `${origin}/v1`,
    jobs,
    hold(stage) {
      const held = Promise.withResolvers<Job>();
      holds.set(stage, held);
      return held.promise;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
