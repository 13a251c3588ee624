import { randomUUID } from 'node:crypto';
import type { PersonQuestion } from '#shared/desk/index.ts';
import type { Clock } from '../options.ts';
import { DeskError } from '../desk-error.ts';

/** Between two words to the agent that the person is still timeout for. Milliseconds. */
const PROGRESS_MS = 5_000;

/** What became of a question: the words of the person, or that they dismissed it, or that the time is over. */
export type QuestionOutcome = { kind: 'answer'; text: string } | { kind: 'dismissed' } | { kind: 'expired' };

/** What an agent asks. */
export type QuestionDraft = Omit<PersonQuestion, 'id' | 'createdAt'>;

/** Questions of agents that wait for a person. They are as old as the calls that ask them, so none outlives the core. */
export class PersonQuestions {
  readonly #clock: Clock;
  readonly #changed: () => void;
  readonly #open = new Map<
    string,
    { question: PersonQuestion; settle: (outcome: QuestionOutcome) => void }
  >();

  /** @param changed called after a question came or went */
  constructor(clock: Clock, changed: () => void) {
    this.#clock = clock;
    this.#changed = changed;
  }

  /** Oldest first. */
  list(): PersonQuestion[] {
    return [...this.#open.values()].map(({ question }) => question);
  }

  hasOpen(agentId: string): boolean {
    return this.list().some((question) => question.agentId === agentId);
  }

  /**
   * Asks, and waits.
   * @param limitMs so long at most. @param onWait called each few seconds with the milliseconds that have passed.
   * @throws what the signal was aborted with; the question is taken back then
   */
  async request(
    draft: QuestionDraft,
    { limitMs, signal, onWait }: { limitMs: number; signal: AbortSignal; onWait: (passed: number) => void },
  ): Promise<QuestionOutcome> {
    const { promise, resolve } = Promise.withResolvers<QuestionOutcome>();
    const startedAt = this.#clock.now();
    const question = {
      ...draft,
      id: `question_${randomUUID()}`,
      createdAt: new Date(startedAt).toISOString(),
    };
    const closing = new AbortController();
    this.#open.set(question.id, { question, settle: resolve });
    this.#changed();
    try {
      const timeout = this.#wait(startedAt, limitMs, AbortSignal.any([signal, closing.signal]), onWait);
      return await Promise.race([promise, timeout]);
    } finally {
      closing.abort();
      this.#open.delete(question.id);
      this.#changed();
    }
  }

  /** @param answer null dismisses the question. @throws DeskError `NOT_FOUND` for one that waits no more */
  settle(id: string, answer: string | null): void {
    const found = this.#open.get(id);
    if (!found) {
      throw new DeskError('NOT_FOUND', 'This question is over: it was answered, or its agent waits no more.');
    }
    this.#open.delete(id);
    found.settle(answer === null ? { kind: 'dismissed' } : { kind: 'answer', text: answer });
  }

  async #wait(
    startedAt: number,
    limitMs: number,
    signal: AbortSignal,
    onWait: (passed: number) => void,
  ): Promise<QuestionOutcome> {
    for (;;) {
      const passed = this.#clock.now() - startedAt;
      if (passed >= limitMs) return { kind: 'expired' };
      onWait(passed);
      await this.#clock.sleep(Math.min(PROGRESS_MS, limitMs - passed), signal);
    }
  }
}
