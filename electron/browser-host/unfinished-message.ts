import type { Duplex } from 'node:stream';

/** Opcodes of RFC 6455 from which a frame is one of control, which may stand between the frames of a message. */
const FIRST_CONTROL_OPCODE = 8;

/** Tells whether a message of a WebSocket was begun and has not come to its end: what came of it is held all the while. */
export class IncompleteMessage {
  /** Bytes of a frame's head that have come. */
  #head: number[] = [];
  #payloadLeft = 0;
  #isInsideMessage = false;
  #finished = 0;
  /** How many messages were finished when the one that is unfinished was last seen so. */
  #startedAt: number | null = null;

  /** @param connection of the socket, whose frames nobody has read yet */
  constructor(connection: Duplex) {
    connection.prependListener('data', (chunk: Buffer) => this.#read(chunk));
  }

  /** To be asked at regular times. @returns whether one message is unfinished for the second time */
  isTimedOut(): boolean {
    const isIncomplete = this.#isInsideMessage || this.#head.length > 0;
    const isTimedOut = isIncomplete && this.#startedAt === this.#finished;
    this.#startedAt = isIncomplete ? this.#finished : null;
    return isTimedOut;
  }

  #read(chunk: Buffer): void {
    for (let at = 0; at < chunk.length;) {
      if (this.#payloadLeft > 0) {
        const read = Math.min(this.#payloadLeft, chunk.length - at);
        this.#payloadLeft -= read;
        at += read;
      } else {
        this.#head.push(chunk[at]!);
        at += 1;
        if (this.#head.length < headLength(this.#head)) continue;
        this.#payloadLeft = payloadLength(this.#head);
      }
      if (this.#payloadLeft === 0) this.#endFrame();
    }
  }

  #endFrame(): void {
    const [first = 0] = this.#head;
    this.#head = [];
    if ((first & 0x0f) >= FIRST_CONTROL_OPCODE) return;
    this.#isInsideMessage = (first & 0x80) === 0;
    if (!this.#isInsideMessage) this.#finished += 1;
  }
}

/** Bytes of the whole head, as far as its first two tell. */
function headLength([, second]: readonly number[]): number {
  if (second === undefined) return 2;
  const short = second & 0x7f;
  return 2 + (short === 127 ? 8 : short === 126 ? 2 : 0) + (second & 0x80 ? 4 : 0);
}

/** @param head whole */
function payloadLength(head: readonly number[]): number {
  const short = (head[1] ?? 0) & 0x7f;
  if (short < 126) return short;
  return head.slice(2, short === 126 ? 4 : 10).reduce((length, byte) => length * 256 + byte, 0);
}
