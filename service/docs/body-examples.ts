/** Request bodies worth showing, where the required fields alone would say too little. By operation id. */
export const bodyExamples: Readonly<Record<string, unknown>> = {
  'projects.create': { name: 'Spring campaign', externalId: 'campaign-42' },
  'projects.update': { expectedVersion: 1, name: 'Summer campaign' },
  'projects.updateMetadata': { expectedVersion: 1, metadata: { owner: 'design' } },
  'projects.replaceDocument': {
    expectedVersion: 1,
    document: {
      graph: {
        nodes: [
          { id: 'greeting', type: 'input/text', inputs: { value: { type: 'string', value: 'Hello' } } },
          { id: 'result', type: 'output/value', inputs: { name: { type: 'string', value: 'greeting' } } },
        ],
        connections: [{ from: ['greeting', 'text'], to: ['result', 'value'] }],
      },
    },
  },
  'projects.patchDocument': {
    expectedVersion: 1,
    operations: [
      { op: 'addNode', node: { id: 'greeting', type: 'input/text', position: { x: 0, y: 0 } } },
      { op: 'setNodeInput', nodeId: 'greeting', input: 'value', value: { type: 'string', value: 'Hello' } },
    ],
  },
  'files.createUpload': { filename: 'photo.jpg', sizeBytes: 48_213, contentType: 'image/jpeg' },
  'files.completeUpload': { actualSizeBytes: 48_213 },
  'runs.create': {
    projectId: '{{project_id}}',
    inputOverrides: { greeting: { value: { type: 'string', value: 'Hello again' } } },
  },
  'runs.applyToProject': { expectedVersion: 2, outputKeys: ['greeting'] },
  'templates.createRun': { inputs: { title: { type: 'string', value: 'Hello' } } },
  'storyboards.replace': { expectedVersion: 1, mode: 'append', document: storyboard() },
  'storyboards.toTimeline': { document: storyboard(), defaultDuration: 4, frameRate: 24 },
  'storyboards.validate': { document: storyboard() },
  'timelines.replace': { expectedVersion: 1, document: timeline() },
  'timelines.exportOtio': { document: timeline() },
  'timelines.validate': { document: timeline() },
};

function storyboard() {
  return {
    serviceType: 'storyboard',
    name: 'Opening',
    version: 1,
    sequences: [
      {
        id: 'scene-1',
        name: 'Harbor',
        order: 0,
        shots: [{ id: 'shot-1', description: 'Boats at dawn', durationSeconds: 3, order: 0 }],
      },
    ],
    settings: { aspectRatio: '16:9', defaultFrameDuration: 3 },
  };
}

function timeline() {
  return {
    serviceType: 'timeline',
    name: 'Opening',
    version: 1,
    timeline: { tracks: [], clips: [], frameRate: 24, projectDuration: 0 },
  };
}
