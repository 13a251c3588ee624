// @module-tag long
import { expect, it, onTestFinished, vi } from 'vitest';
import { regionQuery, type PictureRegion } from '#shared/desk/index.ts';
import { RegionLoader } from '../model/picture-regions.ts';

const region = (left: number): PictureRegion => ({ left, top: 0, width: 10, height: 10 });

async function dot(): Promise<string> {
  const canvas = new OffscreenCanvas(10, 10);
  canvas.getContext('2d')?.fillRect(0, 0, 10, 10);
  const url = URL.createObjectURL(await canvas.convertToBlob());
  onTestFinished(() => URL.revokeObjectURL(url));
  return url;
}

it('of the parts that wait only the newest is loaded, and a loaded one is not loaded again', async () => {
  const url = await dot();
  const gate = Promise.withResolvers<string>();
  const loaded: string[] = [];
  const address = vi.fn<() => Promise<string>>(() => gate.promise);
  const loader = new RegionLoader(address, (part) => loaded.push(regionQuery(part.region)));
  for (const left of [0, 10, 20, 30]) loader.request(region(left));
  gate.resolve(`${url}#x`);
  await vi.waitFor(() => expect(loaded).toEqual(['region=0,0,10,10', 'region=30,0,10,10']));
  expect(loader.at({ x: 35, y: 5 })?.region).toEqual(region(30));
  expect(loader.at({ x: 15, y: 5 })).toBeNull();
  loader.request(region(30));
  await vi.waitFor(() => expect(loaded).toHaveLength(3));
  expect(address).toHaveBeenCalledTimes(2);
  loader.close();
});

it('a part that cannot be read is asked for once, and what is closed says nothing more', async () => {
  const url = await dot();
  const loaded: string[] = [];
  const addresses = ['data:,', `${url}#x`];
  const address = vi.fn<() => Promise<string>>(async () => addresses.shift() ?? '');
  const loader = new RegionLoader(address, (part) => loaded.push(regionQuery(part.region)));
  loader.request(region(0));
  await vi.waitFor(() => expect(address).toHaveBeenCalledTimes(1));
  loader.request(region(10));
  await vi.waitFor(() => expect(loaded).toEqual(['region=10,0,10,10']));
  loader.request(region(0));
  expect(address).toHaveBeenCalledTimes(2);
  loader.close();
  loader.request(region(40));
  expect(address).toHaveBeenCalledTimes(2);
});
