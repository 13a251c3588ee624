import type { Connection, Submittable } from 'pg';
import { toWire } from './values.ts';
import type { SqlValue } from '../database.ts';

/** What of a connection's protocol a batch speaks. */
interface Wire {
  parsedStatements: Record<string, string>;
  parse(query: { name: string; text: string; types: number[] }): void;
  bind(options: { statement: string; values: (string | Buffer | null)[] }): void;
  execute(options: { portal: string; rows: number }): void;
  sync(): void;
}

/**
 * One write for many lists of values in one round trip: all are sent before the first answer is waited for. The first that
 * fails ends the rest.
 */
export class BatchQuery implements Submittable {
  readonly name: string;
  readonly text: string;
  readonly #rows: readonly (readonly SqlValue[])[];
  readonly #completion = Promise.withResolvers<number>();
  #changed = 0;
  #failure: Error | null = null;
  /** Called by the client once it is over; a client with a time limit puts its own in place. */
  callback: (error: Error | null) => void = () => {};

  constructor(name: string, text: string, rows: readonly (readonly SqlValue[])[]) {
    this.name = name;
    this.text = text;
    this.#rows = rows;
  }

  /** The number of rows changed, once all have run. */
  get changed(): Promise<number> {
    return this.#completion.promise;
  }

  submit(connection: Connection): void {
    const wire = connection as unknown as Wire;
    connection.stream.cork();
    try {
      if (wire.parsedStatements[this.name] === undefined)
        wire.parse({ name: this.name, text: this.text, types: [] });
      for (const values of this.#rows) {
        wire.bind({ statement: this.name, values: values.map(toWire) });
        wire.execute({ portal: '', rows: 0 });
      }
      wire.sync();
    } finally {
      connection.stream.uncork();
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#changed += Number(/\d+$/.exec(text)?.[0] ?? 0);
  }

  handleError(error: Error): void {
    this.#failure = error;
    this.callback(error);
    this.#completion.reject(error);
  }

  handleReadyForQuery(): void {
    if (this.#failure !== null) return;
    this.callback(null);
    this.#completion.resolve(this.#changed);
  }

  /** A write gives no rows; what `RETURNING` gives is not asked for here. */
  handleDataRow(): void {}
  handleRowDescription(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
}
