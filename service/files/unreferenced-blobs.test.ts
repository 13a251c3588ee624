import { afterEach, beforeEach, expect, it } from 'vitest';
import { TestService } from '#service/acceptance/harness.ts';
import { maintain } from '#service/app/housekeeping.ts';

const LIMIT = 3_000_000;

let service: TestService;
beforeEach(async () => {
  service = await TestService.open('in-process', { storageLimit: LIMIT });
  await service.ok('projects.list');
});
afterEach(() => service.close());

async function blobs(): Promise<string[]> {
  const hashes: string[] = [];
  for await (const hash of service.context.blobs.list()) hashes.push(hash);
  return hashes;
}

const formOf = (sizeBytes: number): FormData => {
  const form = new FormData();
  form.set('file', new File([Buffer.alloc(sizeBytes, sizeBytes)], 'a.bin'));
  return form;
};

it('nothing stays of a file that does not fit, however much came of it', async () => {
  const before = await blobs();
  for (const sizeBytes of [LIMIT + 1, LIMIT + 2_000_000])
    await service.refused('files.upload', 507, { body: formOf(sizeBytes) });
  expect(await blobs()).toEqual(before);
  await service.ok('files.upload', { body: formOf(LIMIT) });
});

it('a repeated request gets its first answer, though the account is full by now', async () => {
  const send = () =>
    service.call('files.upload', { body: formOf(LIMIT), headers: { 'idempotency-key': 'again' } });
  const first = await send();
  const again = await send();
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
});

it('what came with a form that was refused goes once nobody can need it, and what is used stays', async () => {
  const before = await blobs();
  const large = formOf(1000);
  const excessive = () => {
    const form = formOf(1000);
    for (let count = 0; count < 101; count += 1) form.set(`field${count}`, 'x');
    return form;
  };
  await service.refused('files.upload', 422, { body: excessive() });
  // It is refused while the file is still being written.
  await expect.poll(blobs).toHaveLength(before.length + 1);
  service.clockOffsetMs += 11 * 60_000;
  await maintain(service.context);
  expect(await blobs()).toEqual(before);
  await service.refused('files.upload', 422, { body: excessive() });
  await service.ok('files.upload', { body: large });
  service.clockOffsetMs += 11 * 60_000;
  await maintain(service.context);
  expect(await blobs()).toHaveLength(before.length + 1);
});
