import type { Sharp } from '#native/decoders/sharp.ts';
import { defineNode, type NodeSpec, type ReadInputs } from '../define-node.ts';
import type { FileValue, NodeDefinition, NodeExecution } from '../definition.ts';
import { image, type InputPin } from '../pins.ts';
import { openPicture, savePicture, type Picture } from './pixels.ts';

type Settings = Record<string, InputPin<unknown>>;

interface ImageFilterSpec<P extends Settings> extends Pick<
  NodeSpec<P, Record<string, never>>,
  'type' | 'title' | 'description' | 'icon' | 'tags' | 'version' | 'preview'
> {
  /** The inputs after the image. */
  settings: P;
  /** The pipeline that makes the result; it ends in the image as it should be, still to be encoded. */
  apply: (picture: Picture, settings: ReadInputs<P>, execution: NodeExecution) => Sharp | Promise<Sharp>;
}

export const IMAGE_OUTPUT = { image: { label: 'Image', type: 'image' } } as const;

/** A node that takes one image and gives one image. */
export function imageFilter<P extends Settings>(spec: ImageFilterSpec<P>): NodeDefinition {
  const { settings, apply, ...remaining } = spec;
  return defineNode({
    ...remaining,
    inputs: { image: image('Image'), ...settings },
    outputs: IMAGE_OUTPUT,
    async run(inputs, execution) {
      const read = inputs as unknown as { image: FileValue } & ReadInputs<P>;
      const picture = await openPicture(execution, read.image);
      return { image: await savePicture(execution, [picture], () => apply(picture, read, execution)) };
    },
  });
}
