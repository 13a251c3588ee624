import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints, API_PREFIX, HTTPValidationError, PublicApiErrorResponse } from '#shared/api/index.ts';
import { TestService } from '../acceptance/harness.ts';

const PAGES = ['openapi.json', 'collection.json', 'llms.txt', 'llms-full.txt', 'docs', 'api-docs'];
const executablePath =
  process.env['PATCHBAY_CHROMIUM'] ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
    existsSync(path),
  );

describe('pages about the API', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.open('http');
  });
  afterAll(() => service.close());

  const get = (path: string, headers: Record<string, string> = {}) =>
    service.raw(`${API_PREFIX}/${path}`, { headers });
  const json = async (path: string, headers: Record<string, string> = {}) =>
    (await (await get(path, headers)).json()) as Record<string, unknown>;

  it('are open to everybody, read-only, and name their request', async () => {
    for (const page of PAGES) {
      const response = await get(page, { 'x-request-id': `asked-${page}` });
      expect([page, response.status, response.headers.get('x-request-id')]).toEqual([
        page,
        200,
        `asked-${page}`,
      ]);
      expect((await response.text()).length).toBeGreaterThan(100);
      const written = await service.raw(`${API_PREFIX}/${page}`, { method: 'POST' });
      expect([written.status, written.headers.get('allow')]).toEqual([405, 'GET']);
    }
  });

  it('exist nowhere but below the API prefix', async () => {
    for (const path of [
      '/docs',
      '/redoc',
      '/openapi.json',
      '/',
      `${API_PREFIX}/docs/`,
      `${API_PREFIX}/docs/../app.ts`,
      `${API_PREFIX}/constructor`,
    ]) {
      const response = await service.raw(path);
      expect([path, response.status]).toEqual([path, 404]);
      expect(PublicApiErrorResponse.safeParse(await response.json()).success).toBe(true);
    }
  });

  it('name the service they come from', async () => {
    const origin = service.context.urls.origin();
    expect(await json('openapi.json')).toMatchObject({ servers: [{ url: origin }] });
    expect(await json('collection.json')).toMatchObject({
      variable: [{ key: 'baseUrl', value: origin }, {}],
    });
  });

  it('list all operations when nothing is asked', async () => {
    const { operations, total } = await json('api-docs');
    expect(total).toBe(allEndpoints.length);
    expect((operations as { id: string }[]).map(({ id }) => id)).toEqual(allEndpoints.map(({ id }) => id));
  });

  it('tell one operation whole, as JSON and as text', async () => {
    const found = await json('api-docs?operation=projects.patchDocument');
    expect(found).toMatchObject({
      operation: { method: 'PATCH', path: '/api/v1/projects/{project_id}/document', scope: 'projects:write' },
      schemas: { AddNodeOperation: { type: 'object' } },
    });
    const text = await get('api-docs?operation=projects.patchDocument', { accept: 'text/plain' });
    expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await text.text()).toMatch(
      /PATCH \/api\/v1\/projects\/\{project_id\}\/document[\s\S]+### AddNodeOperation/,
    );
  });

  it('find operations by words, best first, and say when there is none', async () => {
    const ids = async (query: string) => {
      const { operations } = await json(`api-docs?q=${encodeURIComponent(query)}`);
      return (operations as { id: string }[]).map(({ id }) => id);
    };
    expect((await ids('cancel run'))[0]).toBe('runs.cancel');
    expect(await ids('multipartParts')).toEqual(expect.arrayContaining(['files.completeUpload']));
    expect((await ids('OTIO')).every((id) => id.startsWith('timelines.'))).toBe(true);
    expect(await ids('zzzz')).toEqual([]);
    expect(await ids('')).toEqual([]);
    const none = await get('api-docs?q=zzzz&format=text', { accept: 'application/json' });
    expect(await none.text()).toContain('Nothing in this API matches');
  });

  it('refuse what they cannot answer', async () => {
    const missing = await get('api-docs?operation=projects.explode');
    expect(missing.status).toBe(404);
    expect(await missing.json()).toMatchObject({ error: { code: 'OPERATION_NOT_FOUND' } });
    for (const query of ['format=xml', `q=${'a'.repeat(201)}`]) {
      const refused = await get(`api-docs?${query}`);
      expect(refused.status).toBe(422);
      expect(HTTPValidationError.safeParse(await refused.json()).success).toBe(true);
    }
  });

  it(
    'show the interactive reference in a browser that may ask nobody else',
    { tags: 'long', timeout: 180_000 },
    async () => {
      const policy = (await get('docs')).headers.get('content-security-policy');
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
      const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
      try {
        const page = await browser.newPage();
        const asked: string[] = [];
        const complaints: string[] = [];
        page.on('request', (request) => asked.push(request.url()));
        page.on('console', (message) => {
          if (message.type() === 'error') complaints.push(message.text());
        });
        page.on('pageerror', (error) => complaints.push(error.message));
        const origin = service.context.urls.origin();
        await page.goto(`${origin}${API_PREFIX}/docs`);
        for (const tag of new Set(allEndpoints.map((endpoint) => endpoint.tag))) {
          await page.locator(`.opblock-tag[data-tag="${tag}"]`).click();
        }
        const operations = page.locator('.opblock');
        await operations.nth(allEndpoints.length - 1).waitFor();
        expect(await operations.count()).toBe(allEndpoints.length);
        const createRun = page.locator('.opblock-post:has([data-path="/api/v1/runs"])');
        await createRun.locator('.opblock-summary-control').click();
        await createRun.locator('.opblock-body').waitFor();
        expect(asked.filter((url) => !url.startsWith(`${origin}/`) && !url.startsWith('data:'))).toEqual([]);
        expect(complaints).toEqual([]);
      } finally {
        await browser.close();
      }
    },
  );
});

it('pages about the API are limited by IP like everything else', async () => {
  const service = await TestService.open('in-process', { rateLimit: 1 });
  try {
    const statuses: number[] = [];
    for (let i = 0; i < 5; i += 1) statuses.push((await service.raw(`${API_PREFIX}/llms.txt`)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
  } finally {
    await service.close();
  }
});
