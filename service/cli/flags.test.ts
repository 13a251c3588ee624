import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseFlags, readServiceFlags, UsageProblem } from './flags.ts';
import { runKeysCommand } from './keys-command.ts';

describe('flags of the service', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'patchbay-flags-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  it('have the defaults of the contract', () => {
    const { host, port, config } = readServiceFlags([]);
    expect([host, port]).toEqual(['127.0.0.1', 8787]);
    expect(config).toMatchObject({
      storageLimit: 20 * 1024 ** 3,
      credits: 10_000,
      uploadTtl: 3600,
      multipartThreshold: 16 * 1024 ** 2,
      partSize: 8 * 1024 ** 2,
      prices: {},
      logLevel: 'warn',
    });
  });

  it('are read in both spellings, prices from a file', () => {
    const prices = join(directory, 'prices.json');
    writeFileSync(prices, '{"image/blur": 2500}');
    const { port, config } = readServiceFlags(['--port=0', '--data', directory, '--prices', prices]);
    expect(port).toBe(0);
    expect(config).toMatchObject({ dataDirectory: directory, prices: { 'image/blur': 2500 } });
  });

  it('take the address of a database, and repeat it in no sentence', () => {
    expect(readServiceFlags([]).config.database).toBeUndefined();
    const url = 'postgres://me@db.example:5432/patchbay';
    expect(readServiceFlags(['--database', url]).config.database).toBe(url);
    for (const wrong of ['mysql://me:hush@db/x', 'hush', 'postgres://me:hush@:port/x'])
      expect(() => readServiceFlags(['--database', wrong])).toThrow(
        /^--database needs an address like postgres:\/\/user@host:5432\/name\.$/,
      );
  });

  it.each([
    [['--port']],
    [['--port', '--data']],
    [['--port', 'many']],
    [['--port', '70000']],
    [['--port', '1.5']],
    [['--rate-limit', '0']],
    [['--part-size', '-1']],
    [['--log-level', 'loud']],
    [['--prices', '/no/such/file.json']],
    [['--port', '1', '--port', '2']],
    [['serve']],
  ])('refuse %j', (args) => {
    expect(() => readServiceFlags(args)).toThrow(UsageProblem);
  });

  it.each(['[]', '{"image/blur": -1}', '{"image/blur": "1"}', '{"image/blur": 0.5}', 'nonsense'])(
    'refuse a prices file of %s',
    (content) => {
      const prices = join(directory, 'prices.json');
      writeFileSync(prices, content);
      expect(() => readServiceFlags(['--prices', prices])).toThrow(UsageProblem);
    },
  );

  it.each([
    [[]],
    [['make']],
    [['create']],
    [['create', '--account', 'a', '--scopes', 'everything']],
    [['create', '--account', 'a', '--scopes', '']],
    [['create', '--account', 'a', '--origins', 'https://a.example/path']],
    [['create', '--account', 'a', '--expires-in', '0']],
    [['create', '--account', 'a', 'more']],
    [['revoke']],
    [['revoke', 'key_none']],
    [['list', 'more']],
  ])('of keys refuse %j and print nothing', async (args) => {
    const printed: string[] = [];
    const withData = args.length > 0 ? [...args, '--data', directory] : args;
    const command = runKeysCommand(
      withData,
      (line) => printed.push(line),
      (line) => printed.push(line),
    );
    await expect(command).rejects.toThrow(UsageProblem);
    expect(printed).toEqual([]);
  });

  it('may be repeated only where that means something', () => {
    const { flags, positional } = parseFlags(['--input', 'a', 'x', '--input=b'], ['input'], ['input']);
    expect([flags.get('input'), positional]).toEqual([['a', 'b'], ['x']]);
  });
});
