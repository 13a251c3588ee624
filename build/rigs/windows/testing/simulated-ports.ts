import { DeskError, isDiskFull } from '#core/desk-error.ts';
import { changesBetween } from '#shared/document/changes.ts';
import type { MediaDocumentKind } from '#shared/desk/index.ts';
import type { DocumentRequest } from '#shared/documents/requests.ts';
import type { DocumentPorts } from '#renderer/documents/document-ports.ts';
import type { Random } from '../../random.ts';
import type { Describe } from './describe.ts';
import type { Schedule } from './schedule.ts';
import { PROJECT, type SimulatedCore } from './simulated-core.ts';
import { copy, refusal, type SimulatedService, type VersionedDocument } from './simulated-service.ts';

/** Of the requests to the service. */
const DROP_SHARE = 0.05;
/** Of the calls of a desktop process that lives on: done, and the answer gets lost. */
const UNANSWERED_PROBABILITY = 0.02;
/** Of the writes among those that were to be lost. */
const LATE_PROBABILITY = 0.25;

/**
 * What becomes of a request whose response nobody gets while all live on. `at-service`: it was done, and the desktop process hears
 * nothing of it; `at-desk`: the desktop process has the response, and the page does not; `late`: given up before it arrives, and done
 * all the same.
 */
type Drop = 'none' | 'at-service' | 'at-desk' | 'late';

/** What a window asks of the desktop process and of the service: each call arrives, is done and is answered in a time of its own. */
export class SimulatedCalls {
  readonly #schedule: Schedule;
  readonly #random: Random;
  readonly #core: SimulatedCore;
  readonly #service: SimulatedService;
  readonly #describe: Describe;
  /** Calls of the desktop process that are not answered; each learns that there will be no answer. */
  readonly #open = new Set<() => void>();
  /** As in the page: a document that is opened again is claimed once it was left. */
  readonly #leaving = new Map<string, Promise<void>>();
  #count = 0;
  /** So many of the next writes lose their responses. */
  #dropping = 0;
  /** Writes that were done and whose response got lost while all lived on. */
  dropped = 0;
  /** Promises to the journal that were broken, in sentences. */
  readonly problems: string[] = [];

  constructor(
    schedule: Schedule,
    random: Random,
    { core, service, describe }: { core: SimulatedCore; service: SimulatedService; describe: Describe },
  ) {
    this.#schedule = schedule;
    this.#random = random;
    this.#core = core;
    this.#service = service;
    this.#describe = describe;
  }

  /** The desktop process was killed: nobody answers what it was doing. */
  cut(): void {
    for (const cut of this.#open) cut();
    this.#open.clear();
  }

  /** The responses of the next writes get lost. */
  loseResponses(count: number): void {
    this.#dropping = count;
  }

  #dropOf(isWrite: boolean): Drop {
    const isDropped = isWrite && this.#dropping > 0;
    if (isDropped) this.#dropping -= 1;
    if (!isDropped && !this.#random.bool(DROP_SHARE)) return 'none';
    if (isWrite && this.#random.bool(LATE_PROBABILITY)) return 'late';
    return this.#random.pick(['at-service', 'at-desk'] as const);
  }

  /** @param check the document with every default filled in. */
  portsOf(name: string, kind: MediaDocumentKind, check: (input: unknown) => unknown) {
    const window = this.#core.window(name);
    const isThere = () => this.#core.window(name) === window;
    const request = <T>(
      label: string,
      work: () => T,
      describe: (value: T) => string,
      passed?: (value: T) => void,
    ): Promise<T> =>
      this.#request(`${(this.#count += 1)} of ${name}`, `${kind} ${label}`, {
        work,
        describe,
        isThere,
        passed,
      });
    const document = (value: VersionedDocument): string => this.#describe.saved(value);
    const ports: DocumentPorts = {
      projectId: PROJECT.projectId,
      api: () => Promise.reject(new Error('The kind of document answers here.')),
      journal: this.#journalOf(name, kind, check),
      drafts: { list: () => Promise.resolve([]), remove: () => Promise.resolve() },
      undo: { read: () => Promise.resolve(null), write: () => Promise.resolve() },
      version: () => request('version', () => this.#service.read(kind).version, String),
      watch: (listener) => {
        window?.news.set(kind, listener);
        return () => void window?.news.delete(kind);
      },
      after: (ms, run) =>
        this.#schedule.after(ms, `${name} ${kind}, ${ms} ms`, () => {
          if (isThere()) run();
        }),
      clock: () => this.#schedule.now,
      isInView: () => true,
    };
    return {
      ports,
      read: () => request('read', () => this.#service.read(kind), document),
      write: (change: DocumentRequest<unknown>) =>
        request(
          `PUT ${this.#describe.id(change.key)} on v${change.expectedVersion} ${this.#describe.document(change.document)}`,
          () => this.#service.write(kind, change, check),
          document,
          ({ version }) => this.#core.tellAll({ kind: 'saved', version }, kind),
        ),
    };
  }

  /** What is said to be a document of the service is that one, but for what the service fills in. */
  #checkVersion(
    kind: MediaDocumentKind,
    { version, document }: { version: number; document?: unknown },
    check: (input: unknown) => unknown,
  ): void {
    const expected = this.#service.at(kind, version);
    if (expected === undefined || document === undefined) return;
    if (changesBetween(check(copy(document)), expected) !== null)
      this.problems.push(`What is written for the ${kind} of version ${version} stands on another one.`);
  }

  #journalOf(
    name: string,
    kind: MediaDocumentKind,
    check: (input: unknown) => unknown,
  ): DocumentPorts['journal'] {
    const address = { ...PROJECT, kind };
    const window = this.#core.window(name);
    const describe = this.#describe;
    const call = <T>(label: string, work: () => Promise<T>, answer: (value: T) => string = () => 'done') =>
      this.#call(name, `${kind} ${label}`, work, answer);
    const documents = () => this.#core.documents;
    return {
      claim: async (force, version) => {
        await this.#leaving.get(`${name} ${kind}`);
        return call(
          `claim${force ? ' by force' : ''} at v${version ?? '-'}`,
          () => documents().claim(address, { writer: name, force, version }),
          (state) => describe.claimed(state),
        );
      },
      write: (writing) => {
        if (writing.base) this.#checkVersion(kind, writing.base, check);
        return call(`write ${describe.writing(writing)}`, () =>
          documents().write(address, { writer: name, ...copy(writing) }),
        );
      },
      sending: (inFlight) =>
        call(
          `sending ${describe.id(inFlight.idempotencyKey)} on v${inFlight.expectedVersion} ${describe.ids(inFlight.entryIds)}`,
          () => documents().sending(address, { writer: name, inFlight: copy(inFlight) }),
        ),
      acknowledge: (ids, saved) =>
        call(`taken ${describe.ids(ids)}, ${describe.saved(saved)}`, () =>
          documents().acknowledge(address, {
            writer: name,
            entryIds: [...ids],
            ...(saved && { saved: copy(saved) }),
          }),
        ),
      quarantine: () => call('aside', () => documents().quarantine(address, name)),
      leave: () => {
        const left = call('leave', () => Promise.resolve(documents().leave(address, name))).catch(
          () => undefined,
        );
        this.#leaving.set(`${name} ${kind}`, left);
      },
      watch: (listener) => {
        window?.journal.set(kind, listener);
        return () => void window?.journal.delete(kind);
      },
    };
  }

  /** A call of the desktop process. */
  #call<T>(name: string, label: string, work: () => Promise<T>, describe: (value: T) => string): Promise<T> {
    const core = this.#core;
    const window = core.window(name);
    const lane = `call ${(this.#count += 1)} of ${name}`;
    return new Promise((resolve, reject) => {
      const answer = (text: string, run: () => void): void =>
        this.#schedule.post(lane, `${label} answered: ${text}`, () => {
          this.#open.delete(cut);
          if (core.window(name) === window) run();
        });
      const unreachable = (): void => reject(new Error('The desktop process does not answer.'));
      const cut = (): void => answer('cut', unreachable);
      this.#schedule.post(lane, label, () => {
        if (core.isAway) return answer('nobody there', unreachable);
        const { life } = core;
        this.#open.add(cut);
        const done = (text: string, run: () => void): void => {
          if (life === core.life) answer(text, () => (life === core.life ? run() : unreachable()));
        };
        const perform = async (): Promise<void> => {
          try {
            const told = copy(await work());
            if (life === core.life && this.#random.bool(UNANSWERED_PROBABILITY)) return cut();
            done(describe(told), () => resolve(told));
          } catch (error) {
            done(codeOf(error), () => reject(asApiError(error)));
          }
        };
        return void perform();
      });
    });
  }

  /** A request to the service, by way of the desktop process. */
  #request<T>(id: string, label: string, request: ServiceRequest<T>): Promise<T> {
    const core = this.#core;
    const lane = `request ${id}`;
    return new Promise((resolve, reject) => {
      const answer = (text: string, run: () => void): void =>
        this.#schedule.post(lane, `${label} answered: ${text}`, () => {
          if (request.isThere()) run();
        });
      const unreachable = (): void => reject(refusal(503, 'LOCAL_SERVICE_DOWN'));
      if (core.isAway) return answer('nobody there', () => reject(new Error('Nobody is there.')));
      const { life } = core;
      return this.#schedule.post(lane, label, () => {
        const drop = this.#dropOf(request.passed !== undefined);
        if (drop === 'late') {
          answer('given up', unreachable);
          return this.#arriveLate(label, request);
        }
        try {
          const value = request.work();
          if (drop !== 'none' && request.passed) this.dropped += 1;
          if (drop !== 'at-service' && life === core.life) request.passed?.(value);
          if (drop !== 'none' || life !== core.life) return answer(`lost ${drop}`, unreachable);
          return answer(request.describe(value), () => resolve(value));
        } catch (error) {
          return answer(codeOf(error), () => reject(error));
        }
      });
    });
  }

  /** A request that was given up comes to the service when it pleases. */
  #arriveLate<T>(label: string, { work }: ServiceRequest<T>): void {
    this.#schedule.post(`late ${(this.#count += 1)}`, `${label} comes late`, () => {
      try {
        work();
        this.dropped += 1;
      } catch {
        // Nobody hears that it was refused.
      }
    });
  }
}

interface ServiceRequest<T> {
  /** What the service does. */
  work: () => T;
  describe: (value: T) => string;
  /** Whether the window that asked is still there. */
  isThere: () => boolean;
  /** Of a write: the desktop process has the response. */
  passed?: ((value: T) => void) | undefined;
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

const asApiError = (error: unknown): unknown => {
  if (isDiskFull(error)) return refusal(507, 'DISK_FULL');
  return error instanceof DeskError ? refusal(409, error.code) : error;
};
