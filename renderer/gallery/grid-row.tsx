import { memo, type ReactElement } from 'react';
import type { LibraryOutput } from '#shared/desk/index.ts';
import { OutputTile } from './output-tile.tsx';
import type { Selection } from './selection.ts';
import css from './grid.module.css';

export interface GridRowProps {
  index: number;
  /** Where it begins and how high it is, in pixels. */
  start: number;
  height: number;
  columns: number;
  outputs: readonly LibraryOutput[];
  total: number;
  selection: Selection;
  showsProject: boolean;
  /** Whether tiles may ask for pictures that were never shown. */
  loads: boolean;
}

/** One row of tiles: a layer of its own, so that scrolling moves what was painted and paints only what is new. */
export const GridRow = memo(function GridRow(props: GridRowProps): ReactElement {
  const { index, columns, outputs, selection } = props;
  const first = index * columns;
  return (
    <div
      role="presentation"
      className={css['row']}
      style={{
        transform: `translateY(${props.start}px)`,
        height: props.height,
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
      }}
    >
      {outputs.slice(first, first + columns).map((output, column) => (
        <OutputTile
          key={output.id}
          output={output}
          position={first + column}
          setSize={props.total}
          selected={selection.ids.has(output.id)}
          focused={selection.focusId === output.id}
          showsProject={props.showsProject}
          loads={props.loads}
        />
      ))}
    </div>
  );
});
