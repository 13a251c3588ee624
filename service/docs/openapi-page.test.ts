import { expect, it, vi } from 'vitest';
import { API_PREFIX } from '#shared/api/index.ts';
import * as openApi from '#shared/api/openapi.ts';
import { docsPages } from './pages.ts';

vi.mock('#shared/api/openapi.ts', { spy: true });

it('the OpenAPI document is made once for an origin, however often it is asked for', async () => {
  let origin = 'http://127.0.0.1:1';
  const page = docsPages(() => origin)[`${API_PREFIX}/openapi.json`]!;
  const ask = async (): Promise<unknown> => {
    const url = new URL(`${origin}${API_PREFIX}/openapi.json`);
    return (await page(new Request(url), url)).json();
  };
  const first = await ask();
  expect(first).toMatchObject({ openapi: '3.1.0', servers: [{ url: origin }] });
  expect(await ask()).toEqual(first);
  expect(openApi.openApiDocument).toHaveBeenCalledTimes(1);
  origin = 'http://127.0.0.1:2';
  expect(await ask()).toMatchObject({ servers: [{ url: origin }] });
  expect(openApi.openApiDocument).toHaveBeenCalledTimes(2);
});
