import type { ReactElement } from 'react';
import { useStore } from 'zustand';
import { Compare } from './compare.tsx';
import { Viewer } from './viewer.tsx';
import { closeViewer, openViewer, viewerStore } from './viewer-store.ts';

/** Where outputs are looked at closely; one for the whole page. */
export function ViewerHost(): ReactElement | null {
  const state = useStore(viewerStore, (store) => store.state);
  switch (state.mode) {
    case 'closed':
      return null;
    case 'compare':
      return <Compare items={state.items} onClose={closeViewer} />;
    default:
      return (
        <Viewer
          items={state.items}
          index={state.index}
          onIndex={(index) => openViewer({ items: state.items, index })}
          onClose={closeViewer}
        />
      );
  }
}
