import type { ReactElement, ReactNode } from 'react';
import { useStore } from 'zustand';
import { Compare } from './compare.tsx';
import { Viewer } from './viewer.tsx';
import { backFromCompare, closeViewer, openViewer, viewerStore } from '../model/viewer-store.ts';
import type { ViewedItem } from '../model/viewed-item.ts';

export interface ViewerHostProps {
  /** What is known of one output, beside it: run, graph version, inputs, cost. Left out, there is no such panel. */
  renderDetails?: (item: ViewedItem) => ReactNode;
  /** What differs between the runs that made them. */
  renderRunDiff?: (items: readonly ViewedItem[]) => ReactNode;
  /** Renders a comparison with a title for each item that says what tells it from the others. Left out, these are the labels. */
  renderTitled?: (
    items: readonly ViewedItem[],
    render: (titles: readonly string[]) => ReactElement,
  ) => ReactElement;
}

/** Where outputs are looked at closely; one for the whole page. */
export function ViewerHost({
  renderDetails,
  renderRunDiff,
  renderTitled = (items, render) => render(items.map(({ label }) => label)),
}: ViewerHostProps): ReactElement | null {
  const state = useStore(viewerStore, (store) => store.state);
  switch (state.mode) {
    case 'closed':
      return null;
    case 'compare':
      return renderTitled(state.items, (titles) => (
        <Compare
          items={state.items.map((item, index) => ({ ...item, title: titles[index] ?? item.label }))}
          onClose={backFromCompare}
          renderRunDiff={renderRunDiff}
        />
      ));
    default:
      return (
        <Viewer
          items={state.items}
          index={state.index}
          onIndex={(index) => openViewer({ items: state.items, index })}
          onClose={closeViewer}
          renderDetails={renderDetails}
        />
      );
  }
}
