import type { ReactElement } from 'react';
import { ViewerHost } from '#renderer/viewer/index.ts';
import { OutputInfo, RunDiff, TitledByRuns } from '../runs/run-diff.tsx';

/** Outputs looked at closely, with what this computer recorded of them. */
export const Viewers = (): ReactElement => (
  <ViewerHost
    renderDetails={(item) => <OutputInfo item={item} />}
    renderRunDiff={(items) => <RunDiff items={items} />}
    renderTitled={(items, render) => <TitledByRuns items={items} render={render} />}
  />
);
