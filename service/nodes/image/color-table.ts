import { MAX_CUBE_SIDE, readCubeTables, type CubeProblem } from '#shared/reading/cube-table.ts';
import { defineNode } from '../define-node.ts';
import { NodeFailure, type FileValue, type NodeExecution } from '../definition.ts';
import { file, image, number } from '../pins.ts';
import { IMAGE_OUTPUT } from './image-filter.ts';
import { applyTables } from './color-tables.ts';
import { editPixels, openPicture, savePicture } from './pixels.ts';

/** Largest file that is read: a table of 129³ rows with eight decimals has 70 MB. */
const MAX_FILE_BYTES = 96 * 1024 * 1024;

export const imageColorTable = defineNode({
  type: 'image/color-table',
  title: 'Color table',
  description: `Gives an image the colors of a table in a .cube file, as grading programs write them: of one dimension, or of three with up to ${MAX_CUBE_SIDE} steps a side, between which it goes evenly (tetrahedral). Strength mixes with the image as it was.`,
  icon: 'swatch-book',
  tags: ['lut', 'cube', 'look', 'grading', 'film', 'color', 'preset'],
  preview: {},
  inputs: {
    image: image('Image'),
    table: file('Table (.cube)'),
    strength: number('Strength', { min: 0, max: 1, step: 0.01, default: 1 }),
  },
  outputs: IMAGE_OUTPUT,
  async run({ image, table, strength }, execution) {
    const picture = await openPicture(execution, image);
    const tables = await readTables(execution, table);
    return {
      image: await savePicture(execution, [picture], () =>
        strength === 0
          ? picture.open()
          : editPixels(picture, ({ data }) => applyTables(data, tables, strength)),
      ),
    };
  },
});

async function readTables(execution: NodeExecution, file: FileValue) {
  const read = readCubeTables(await execution.readFile(file, MAX_FILE_BYTES));
  if (read.ok) return read.tables;
  throw new NodeFailure('TABLE_UNREADABLE', errorMessage(file.filename, read.problem));
}

function errorMessage(name: string, problem: CubeProblem): string {
  switch (problem.kind) {
    case 'no-table':
      return `${name} says no LUT_1D_SIZE or LUT_3D_SIZE, so it is no .cube file. Choose one, or export the look as .cube again.`;
    case 'early-row':
      return `Line ${problem.line} of ${name} is not one of a .cube file, or comes before its size. Choose a .cube file that begins with LUT_1D_SIZE or LUT_3D_SIZE.`;
    case 'missing-rows':
      return `${name} ends after ${problem.rows} of ${problem.expected} rows that its size asks for. It is cut off, or says a wrong size: export it again.`;
    case 'extra-row':
      return `Line ${problem.line} of ${name} is a row too many: its size asks for ${problem.expected}. It says a wrong size: export it again.`;
    case 'row':
      return `Line ${problem.line} of ${name} must be three numbers with a dot as the decimal sign. Correct it, or export the file again.`;
    case 'size':
      return `Line ${problem.line} of ${name}: ${problem.word} must be a whole number from 2 to ${problem.max}. Export it with a smaller size.`;
    case 'numbers':
      return `Line ${problem.line} of ${name}: after ${problem.word} come ${problem.count} numbers. Correct it, or export the file again.`;
    case 'keyword':
      return `Line ${problem.line} of ${name} begins with ${problem.word}, which does not belong there in a .cube file. Take it out, or export the file again.`;
    case 'twice':
      return `Line ${problem.line} of ${name} says ${problem.word} a second time. Take one of them out.`;
    case 'domain':
      return `Line ${problem.line} of ${name}: the domain ends before it begins. Correct it, or export the file again.`;
    case 'long-line':
      return `Line ${problem.line} of ${name} is too long for a .cube file. Choose another file, or export it again.`;
    default:
      return problem satisfies never;
  }
}
