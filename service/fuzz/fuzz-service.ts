import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createService, type Service } from '#service/app/create-service.ts';

/**
 * Gives a service on an empty data folder to `work`, and clears both away.
 * @param database the address of an empty one, which stays; else it is in the folder.
 */
export async function withFuzzService<T>(
  work: (service: Service) => Promise<T>,
  database?: string,
): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'patchbay-fuzz-'));
  try {
    const service = await createService({
      dataDirectory: join(directory, 'data'),
      database,
      rateLimit: 100_000_000,
      storageLimit: 50_000,
      credits: 1,
      uploadTtl: 3600,
      multipartThreshold: 1000,
      partSize: 400,
      prices: { 'image/solid': 40_000 },
      logLevel: 'error',
    });
    service.context.urls.setOrigin('http://service.test');
    try {
      return await work(service);
    } finally {
      await service.close();
    }
  } finally {
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}
