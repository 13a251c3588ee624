import type { NodeDefinition } from '../definition.ts';
import { inputAudio } from './audio.ts';
import { inputBoolean } from './boolean.ts';
import { inputColor } from './color.ts';
import { inputFile } from './file.ts';
import { inputImage } from './image.ts';
import { inputJson } from './json.ts';
import { inputNumber } from './number.ts';
import { inputText } from './text.ts';
import { inputVideo } from './video.ts';

/** The node types that bring values in, as they are listed. */
export const nodeDefinitions: readonly NodeDefinition[] = [
  inputText,
  inputNumber,
  inputBoolean,
  inputJson,
  inputColor,
  inputImage,
  inputAudio,
  inputVideo,
  inputFile,
];
