import { pluralForm } from '../forms.ts';

/** How many of something, where nothing else is said: in summaries, and beside names. */
export const counts = {
  calls: (count: number) => pluralForm(count, ['# call', '# calls']),
  cells: (count: number) => pluralForm(count, ['# cell', '# cells']),
  changes: (count: number) => pluralForm(count, ['# change', '# changes']),
  clips: (count: number) => pluralForm(count, ['# clip', '# clips']),
  columns: (count: number) => pluralForm(count, ['# column', '# columns']),
  commands: (count: number) => pluralForm(count, ['# command', '# commands']),
  edits: (count: number) => pluralForm(count, ['# edit', '# edits']),
  files: (count: number) => pluralForm(count, ['# file', '# files']),
  frames: (count: number) => pluralForm(count, ['# frame', '# frames']),
  inputs: (count: number) => pluralForm(count, ['# input', '# inputs']),
  models: (count: number) => pluralForm(count, ['# model', '# models']),
  nodes: (count: number) => pluralForm(count, ['# node', '# nodes']),
  outputs: (count: number) => pluralForm(count, ['# output', '# outputs']),
  items: (count: number) => pluralForm(count, ['# item', '# items']),
  projects: (count: number) => pluralForm(count, ['# project', '# projects']),
  rows: (count: number) => pluralForm(count, ['# row', '# rows']),
  runs: (count: number) => pluralForm(count, ['# run', '# runs']),
  scenes: (count: number) => pluralForm(count, ['# scene', '# scenes']),
  shots: (count: number) => pluralForm(count, ['# shot', '# shots']),
  uploads: (count: number) => pluralForm(count, ['# upload', '# uploads']),
  values: (count: number) => pluralForm(count, ['# value', '# values']),
  wires: (count: number) => pluralForm(count, ['# wire', '# wires']),
  equalLines: (count: number) => pluralForm(count, ['# equal line', '# equal lines']),
} as const;
