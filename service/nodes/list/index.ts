import type { NodeDefinition } from '../definition.ts';
import { listCollect } from './collect.ts';
import { listCount } from './count.ts';
import { listCross } from './cross.ts';
import { listCsvColumn } from './csv-column.ts';
import { listFiles, listImages } from './files.ts';
import { listFilter } from './filter.ts';
import { listFlatten } from './flatten.ts';
import { listGroup } from './group.ts';
import { listItemNumber } from './item-number.ts';
import { listJoin } from './join.ts';
import { listPick } from './pick.ts';
import { listRange } from './range.ts';
import { listRepeat } from './repeat.ts';
import { listShuffle } from './shuffle.ts';
import { listSlice } from './slice.ts';
import { listSort } from './sort.ts';
import { listValues } from './values.ts';
import { listZip } from './zip.ts';

/** Node types of the category `list`. */
export const nodeDefinitions: readonly NodeDefinition[] = [
  listValues,
  listRange,
  listRepeat,
  listCsvColumn,
  listFiles,
  listImages,
  listPick,
  listSlice,
  listFilter,
  listSort,
  listShuffle,
  listGroup,
  listFlatten,
  listJoin,
  listZip,
  listCross,
  listItemNumber,
  listCount,
  listCollect,
];
