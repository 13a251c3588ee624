import { pluralForm } from '../forms.ts';

/** Where on the storyboard and timeline something is used. */
export const filmUses = {
  title: (name: string) => `“${name}” in the film`,
  looking: 'Looking through the storyboard and the timeline',
  failed: 'The film was not looked through',
  shots: (count: number) => pluralForm(count, { one: '# shot', other: '# shots' }),
  clips: (count: number) => pluralForm(count, { one: '# clip', other: '# clips' }),
  onStoryboard: 'On the storyboard',
  onTimeline: 'On the timeline',
  shot: (number: string, name: string) => (name === '' ? `Shot ${number}` : `Shot ${number}: ${name}`),
  clip: (name: string, from: string) => `${name} at ${from}`,
  unnamed: 'A clip',
  more: (count: number) => `and ${pluralForm(count, { one: '# more', other: '# more' })}`,
  nothing: 'Not in the film yet',
  nothingYet:
    'No shot and no clip of this project shows it. Drag an output onto a shot or the timeline to put it there.',
  close: 'Close',
  retry: 'Try again',
  nodes: (count: number) => pluralForm(count, { one: '# node', other: '# nodes' }),
  run: (time: string) => `The run of ${time}`,
  noProject: 'Only files that a project made can be in its film.',
} as const;
