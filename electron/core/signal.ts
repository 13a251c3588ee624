/** Lets features learn of each other's events without knowing each other. */
export interface Signal<T> {
  /** Listeners are called in the order in which they were added, each after the one before has ended. */
  listen(listener: (value: T) => void | Promise<void>): void;
  /** Resolves when all listeners have ended. @throws what a listener throws; those after it are not called then. */
  emit(value: T): Promise<void>;
}

export function createSignal<T>(): Signal<T> {
  const listeners: ((value: T) => void | Promise<void>)[] = [];
  return {
    listen: (listener) => void listeners.push(listener),
    async emit(value) {
      for (const listener of listeners) await listener(value);
    },
  };
}
