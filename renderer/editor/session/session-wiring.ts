import { connectionError } from '#shared/graph/connect.ts';
import { applyLenient } from '#shared/graph/operations.ts';
import type { GraphConnection, PinRef } from '#shared/graph/types.ts';
import type { SessionCore } from './session-core.ts';
import { words } from '#renderer/words/index.ts';

const t = words.editorSession.sessionWiring;

/** Making, moving and removing wires. */
export class SessionWiring {
  readonly #session: SessionCore;
  constructor(session: SessionCore) {
    this.#session = session;
  }

  /** A reason in words when a wire cannot be made, else null. */
  connectionError(from: PinRef, to: PinRef): string | null {
    return connectionError(this.#session.store.getGraph(), from, to, this.#session.catalog);
  }
  connect(from: PinRef, to: PinRef): boolean {
    return this.#session.apply(t.connect, [{ op: 'connect', from, to }]);
  }
  disconnect(wire: GraphConnection): void {
    this.#session.apply(t.disconnect, [{ op: 'disconnect', from: wire.from, to: wire.to }]);
  }
  /** Moves one end of a wire to another pin, as one step. */
  reconnect(wire: GraphConnection, from: PinRef, to: PinRef): boolean {
    return this.#session.apply(t.replug, [
      { op: 'disconnect', from: wire.from, to: wire.to },
      { op: 'connect', from, to },
    ]);
  }
  /** The reason a wire cannot end elsewhere, judged as if it were unplugged. */
  reconnectError(wire: GraphConnection, from: PinRef, to: PinRef): string | null {
    const { graph } = applyLenient(this.#session.store.getGraph(), [
      { op: 'disconnect', from: wire.from, to: wire.to },
    ]);
    return connectionError(graph, from, to, this.#session.catalog);
  }
}
