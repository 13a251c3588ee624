/** A stream of Node: bytes that are read one piece after the other, and can be given up. */
export interface ReadableSource extends AsyncIterable<Uint8Array> {
  on(event: 'error', listener: () => void): unknown;
  destroy(): unknown;
}

/**
 * The bytes of a stream of Node as a web stream, as its reader asks for them. Node's own `Readable.toWeb` ends the whole
 * process when a reader leaves while bytes are on their way: it hands them to a stream that is closed, where nobody can
 * catch what that throws.
 * @param bufferedBytes so many are read ahead.
 */
export function webStreamOf(source: ReadableSource, bufferedBytes = 0): ReadableStream<Uint8Array> {
  // An error before the first reading is told to the reader, who asks for it then.
  source.on('error', () => {});
  const iterator = source[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await iterator.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      cancel() {
        source.destroy();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: bufferedBytes }),
  );
}
