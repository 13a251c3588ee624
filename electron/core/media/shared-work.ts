interface Running<T> {
  result: Promise<T>;
  work: AbortController;
  askers: number;
}

/** Requests for the same thing at the same time share one piece of work, which ends when the last of them has gone. */
export class SharedWork<T> {
  readonly #running = new Map<string, Running<T>>();

  /**
   * @param work its signal aborts when nobody waits for it any more.
   * @param signal of the one who asks; without one, who asks waits to the end. @throws AbortError when it aborts.
   */
  async do(key: string, work: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (signal?.aborted) throw left();
    const running = this.#running.get(key) ?? this.#start(key, work);
    running.askers += 1;
    let leave = () => {};
    const aborted = new Promise<never>((_resolve, reject) => {
      leave = () => {
        reject(left());
        running.askers -= 1;
        if (running.askers > 0) return;
        // Who asks from now on begins anew, instead of failing with what is ending.
        if (this.#running.get(key) === running) this.#running.delete(key);
        running.work.abort(left());
      };
    });
    signal?.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([running.result, aborted]);
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  #start(key: string, work: (signal: AbortSignal) => Promise<T>): Running<T> {
    const controller = new AbortController();
    const result = work(controller.signal);
    const running: Running<T> = { result, work: controller, askers: 0 };
    this.#running.set(key, running);
    const release = () => {
      if (this.#running.get(key) === running) this.#running.delete(key);
    };
    result.then(release, release);
    return running;
  }
}

const left = () => new DOMException('Nobody waits for this any more.', 'AbortError');
