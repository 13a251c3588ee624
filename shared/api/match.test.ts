import * as fc from '#shared/testing/property.ts';
import { describe, expect, it } from 'vitest';
import { allEndpoints, buildPath, matchEndpoint, pathParamNames, SLASHED_PARAMS } from './index.ts';

const found = (method: string, path: string) => {
  const { found: match } = matchEndpoint(method, path);
  return match && [match.endpoint.id, match.params];
};

describe('the endpoint table', () => {
  it('has the 49 endpoints of the API, each once', () => {
    expect(allEndpoints).toHaveLength(49);
    expect(new Set(allEndpoints.map((endpoint) => endpoint.id)).size).toBe(49);
    expect(new Set(allEndpoints.map((endpoint) => `${endpoint.method} ${endpoint.path}`)).size).toBe(49);
  });

  it('asks for a scope wherever it asks for a key, but for work that touches no project', () => {
    const free = allEndpoints.filter((endpoint) => endpoint.auth === 'key' && endpoint.scope === null);
    expect(free.map((endpoint) => endpoint.id)).toEqual([
      'storyboards.toTimeline',
      'storyboards.validate',
      'timelines.exportOtio',
      'timelines.parseOtio',
      'timelines.validate',
    ]);
  });
});

describe('matchEndpoint', () => {
  it('finds every endpoint by the path it builds, whatever its parameters hold', () => {
    const value = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => text.isWellFormed());
    fc.assert(
      fc.property(
        fc.constantFrom(...allEndpoints),
        fc.array(value, { minLength: 3, maxLength: 3 }),
        (endpoint, values) => {
          const params = Object.fromEntries(
            pathParamNames(endpoint.path).map((name, index) => [
              name,
              SLASHED_PARAMS.has(name) ? `image/${values[index]}` : values[index]!,
            ]),
          );
          const path = buildPath(endpoint.path, params);
          expect(matchEndpoint(endpoint.method, `/api/v1${path}`).found).toMatchObject({
            endpoint: { id: endpoint.id },
            params,
          });
        },
      ),
    );
  });

  it.each([
    ['/node-types/image/blur', 'image/blur'],
    ['/node-types/image%2Fblur', 'image/blur'],
    ['/node-types/a/b%2Fc/d', 'a/b/c/d'],
    ['/node-types/..%2F..%2Fetc', '../../etc'],
  ])('reads the node type of %s', (path, type) => {
    expect(found('GET', path)).toEqual(['nodeTypes.get', { node_type: type }]);
  });

  it('prefers literal segments to parameters', () => {
    expect(found('DELETE', '/files/uploads/u1')).toEqual(['files.abortUpload', { upload_id: 'u1' }]);
    expect(found('GET', '/files/uploads/download-url')).toEqual([
      'files.downloadUrl',
      { file_id: 'uploads' },
    ]);
    expect(found('GET', '/files/f.png')).toEqual(['files.get', { file_id: 'f.png' }]);
    expect(found('POST', '/files/uploads')).toEqual(['files.createUpload', {}]);
  });

  it('finds nothing at a path whose escapes do not decode', () => {
    expect(matchEndpoint('GET', '/projects/%E0%A4%A')).toEqual({ found: null, allowed: [] });
    expect(matchEndpoint('GET', '/projects/100%')).toEqual({ found: null, allowed: [] });
  });

  it('says which methods a known path has, and none for an unknown one', () => {
    const wrong = matchEndpoint('POST', '/api/v1/projects/p1');
    expect(wrong).toEqual({ found: null, allowed: expect.arrayContaining(['GET', 'PATCH', 'DELETE']) });
    for (const path of ['/api/v1/', '/nothing', '/projects/', '/projects//document', '/api/v2/projects']) {
      expect(matchEndpoint('GET', path)).toEqual({ found: null, allowed: [] });
    }
  });
});

describe('buildPath', () => {
  it('escapes values, keeps the slashes of a node type and refuses gaps', () => {
    expect(buildPath('/projects/{project_id}', { project_id: 'a/b ?' })).toBe('/projects/a%2Fb%20%3F');
    expect(buildPath('/node-types/{node_type}', { node_type: 'image/blur x' })).toBe(
      '/node-types/image/blur%20x',
    );
    expect(() => buildPath('/projects/{project_id}', { project_id: '' })).toThrow('project_id');
    expect(() => buildPath('/projects/{project_id}', {})).toThrow('project_id');
  });
});
