import { expect, test } from 'vitest';
import { MODEL_SERVICES, MODEL_SERVICE_IDS, serviceKinds } from './model-services.ts';
import { kindOfModel, modelsForUse, suggestedModel } from './model-uses.ts';

test('the models that services are filled in with are known by their names for what they make', () => {
  const filled = MODEL_SERVICE_IDS.flatMap((id) =>
    serviceKinds(id).map((kind) => ({ kind, model: MODEL_SERVICES[id].models[kind] ?? '' })),
  ).filter(({ model }) => model !== '');
  expect(filled.map(({ model }) => ({ kind: kindOfModel(model), model }))).toEqual(filled);
});

test('a list is parted into what a use can take and the rest', () => {
  const names = ['gpt-5.6', 'gpt-image-2', 'tts-1', 'whisper-1', 'text-embedding-3-small', 'qwen2.5:7b'];
  expect(modelsForUse('text', names).fitting).toEqual(['gpt-5.6', 'qwen2.5:7b']);
  expect(modelsForUse('speech', names).fitting).toEqual(['tts-1']);
  expect(modelsForUse('transcription', names)).toMatchObject({ fitting: ['whisper-1'] });
  expect(modelsForUse('image', names).remaining).toContain('text-embedding-3-small');
});

test('a service that has nothing for a use suggests nothing', () => {
  expect(suggestedModel('luma', 'text')).toBeNull();
  expect(suggestedModel('replicate', 'upscale')).toBeNull();
  expect(suggestedModel('google', 'video')).toMatch(/^veo-/);
});
