import type { ReactElement } from 'react';
import type { NodeRunState } from '#renderer/model/node-run-state.ts';
import css from './phase-dot.module.css';

/** What became of a node or a run, by shape as well as color; words beside it say the same. */
export const PhaseDot = ({ phase }: { phase: NodeRunState['phase'] }): ReactElement => (
  <span className={css['dot']} data-phase={phase} aria-hidden />
);
