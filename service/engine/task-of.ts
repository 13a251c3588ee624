import type { ActiveRun, ReadyTask } from './active-run.ts';
import { laneOf } from './task-lanes.ts';
import type { Task } from './task.ts';

type TaskFields = Pick<
  Task,
  'lane' | 'nodeType' | 'category' | 'runsPrograms' | 'timeLimitMs' | 'inputs' | 'scale' | 'title'
>;

/** What a thread or child has to know of a node that it executes. */
export const taskOf = (run: ActiveRun, task: ReadyTask): TaskFields => ({
  lane: laneOf(task),
  nodeType: task.definition.type,
  category: task.definition.category,
  runsPrograms: task.definition.runsPrograms === true,
  timeLimitMs: task.definition.timeLimitMs,
  inputs: task.inputs,
  scale: task.scale,
  title: run.titleOf(task.step),
});
