import type { IncomingMessage } from 'node:http';

/** Bytes of a request body held for the handler; more waits in the socket. */
const MAX_BUFFERED_BYTES = 256 * 1024;

/**
 * The body of a request as a web stream, under back-pressure. Canceling it ends only the reading: the connection stays,
 * so that the asker still gets the response. (`Readable.toWeb` destroys the message instead, and then nobody takes the
 * rest of the body; a browser that is still sending it never reads the response.)
 */
export function requestBody(incoming: IncomingMessage): ReadableStream<Uint8Array<ArrayBuffer>> {
  let stop: () => void = () => {};
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start(controller) {
        const onData = (chunk: Buffer): void => {
          controller.enqueue(new Uint8Array(chunk));
          if ((controller.desiredSize ?? 0) <= 0) incoming.pause();
        };
        const onEnd = (): void => {
          stop();
          controller.close();
        };
        const onCut = (): void => {
          stop();
          controller.error(new Error('The request was aborted by its sender.'));
        };
        stop = () => {
          incoming.off('data', onData).off('end', onEnd).off('error', onCut).off('close', onCut);
        };
        incoming.on('data', onData).on('end', onEnd).on('error', onCut).on('close', onCut);
        incoming.pause();
      },
      pull() {
        incoming.resume();
      },
      cancel() {
        stop();
        incoming.pause();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MAX_BUFFERED_BYTES }),
  );
}
