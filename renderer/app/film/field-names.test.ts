import { expect, test } from 'vitest';
import { StoryboardScene, StoryboardShot } from '#shared/storyboard/document.ts';
import { TimelineClip, TimelineTrack } from '#shared/timeline/document.ts';
import { agents as english } from '#renderer/words/english/agents.ts';
import { agents as german } from '#renderer/words/german/agents.ts';
import { fieldName, hiddenFields } from './field-names.ts';

test('each field that a proposal may change has a name in both languages', () => {
  const shapes = [StoryboardScene, StoryboardShot, TimelineTrack, TimelineClip].map(({ shape }) => shape);
  const fields = new Set(
    shapes.flatMap((shape) => Object.keys(shape)).filter((name) => !hiddenFields.has(name)),
  );
  expect(Object.keys(english.proposal.fields).sort()).toEqual([...fields].sort());
  expect(Object.keys(german.proposal.fields).sort()).toEqual([...fields].sort());
});

test('a field of a newer document, or of nobody, is called as it is', () => {
  expect(fieldName('colorGrade')).toBe('colorGrade');
  expect(fieldName('constructor')).toBe('constructor');
});
