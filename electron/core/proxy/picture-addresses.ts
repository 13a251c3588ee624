import { z } from 'zod';
import { PICTURE_EVENT, type PictureAddress } from '#shared/desk/index.ts';
import { DEFAULT_LIMITS, parseJson, validate } from '#shared/reading/index.ts';

/** A picture among the outputs of a node, as the events of runs describe it. */
const Picture = z.object({
  fileId: z.string(),
  filename: z.string(),
  contentType: z.string().startsWith('image/'),
  sizeBytes: z.number(),
});
/** `isNew` of one that was made just now; what was reused is mostly on the screen already. */
export type EventPicture = z.infer<typeof Picture> & { isNew: boolean };

const OutputEvent = z.object({
  type: z.string(),
  data: z.object({ outputs: z.record(z.string(), z.unknown()) }),
});

/**
 * The events of a run, with an event of the core before each that brings pictures: it says where the page gets them.
 * What is not an event in one line of data passes as it is.
 * @param addressOf called of each picture as soon as its event comes.
 */
export function withPictureAddresses(
  source: ReadableStream<Uint8Array>,
  addressOf: (picture: EventPicture) => PictureAddress,
): ReadableStream<Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let buffered = '';
  return source.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        buffered += decoder.decode(chunk, { stream: true });
        // Lines that end otherwise are not looked into.
        const end = buffered.includes('\r') ? Math.max(0, buffered.length - 2) : buffered.lastIndexOf('\n\n');
        if (end < 0) return;
        const events = buffered.slice(0, end + 2);
        buffered = buffered.slice(end + 2);
        let out = '';
        for (const event of events.split(/(?<=\n\n)/)) {
          for (const picture of picturesOf(event)) {
            out += `event: ${PICTURE_EVENT}\ndata: ${JSON.stringify(addressOf(picture))}\n\n`;
          }
          out += event;
        }
        controller.enqueue(encoder.encode(out));
      },
      flush(controller) {
        if (buffered !== '') controller.enqueue(encoder.encode(buffered));
      },
    }),
  );
}

/** The pictures that an event brings. */
function picturesOf(event: string): EventPicture[] {
  if (!event.includes('"fileId"') || event.includes('\r')) return [];
  const data = event.split('\n').filter((line) => line.startsWith('data:'));
  if (data.length !== 1) return [];
  const json = parseJson(data[0]!.slice('data:'.length), {
    limits: DEFAULT_LIMITS,
    label: 'The event',
    hint: '',
  });
  const parsed = json.ok ? validate(OutputEvent, json.value) : json;
  if (!parsed.ok) return [];
  return Object.values(parsed.value.data.outputs).flatMap((output) => {
    const picture = Picture.safeParse(output);
    return picture.success ? [{ ...picture.data, isNew: parsed.value.type === 'node.succeeded' }] : [];
  });
}
