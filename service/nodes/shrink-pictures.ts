import { isFileValue, type NodeExecution, type NodeValue } from './definition.ts';
import { openPicture, savePicture } from './image/pixels.ts';

/**
 * Makes the pictures among the outputs of a node smaller.
 * @param scale below 1. @throws NodeFailure for a picture that cannot be read.
 */
export async function shrinkPictures(
  execution: NodeExecution,
  outputs: Readonly<Record<string, NodeValue>>,
  scale: number,
): Promise<Record<string, NodeValue>> {
  const shrunk: Record<string, NodeValue> = {};
  for (const [name, value] of Object.entries(outputs)) {
    if (!isFileValue(value)) {
      shrunk[name] = value;
      continue;
    }
    const picture = await openPicture(execution, value);
    const width = Math.max(1, Math.round(picture.width * scale));
    const height = Math.max(1, Math.round(picture.height * scale));
    shrunk[name] = await savePicture(execution, [picture], () =>
      picture.open().resize(width, height, { fit: 'fill', fastShrinkOnLoad: true }),
    );
  }
  return shrunk;
}
