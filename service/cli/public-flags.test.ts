import { describe, expect, it } from 'vitest';
import { readServiceFlags } from './flags.ts';
import { UsageProblem } from './usage-problem.ts';

const configOf = (...args: string[]) => readServiceFlags(args).config;

describe('--public-url', () => {
  it.each([
    ['https://patchbay.example', 'https://patchbay.example'],
    ['https://Patchbay.Example/', 'https://patchbay.example'],
    ['https://patchbay.example:8443', 'https://patchbay.example:8443'],
    ['http://localhost:9000', 'http://localhost:9000'],
    ['http://[::1]:9000', 'http://[::1]:9000'],
  ])('takes %s', (value, origin) => expect(configOf('--public-url', value).publicUrl).toBe(origin));

  it.each([
    ['https://patchbay.example/studio', 'no path'],
    ['https://patchbay.example/?a=hush', 'no query'],
    ['https://patchbay.example?', 'no query'],
    ['https://patchbay.example#hush', 'no query'],
    ['https://ada:hush@patchbay.example', 'no user and no password'],
    ['https://@patchbay.example', 'no user and no password'],
    ['http://patchbay.example', 'https://'],
    ['http://192.168.0.5:8787', 'https://'],
    ['http://localhost.example', 'https://'],
    ['ftp://patchbay.example', 'an address like'],
    ['patchbay.example', 'an address like'],
    ['https://', 'an address like'],
    [`https://${'a'.repeat(400)}.example`, 'an address like'],
  ])('refuses %s in a sentence that does not repeat it', (value, part) => {
    const refusal = (): unknown => {
      try {
        return configOf('--public-url', value);
      } catch (error) {
        return error;
      }
    };
    const error = refusal() as UsageProblem;
    expect(error).toBeInstanceOf(UsageProblem);
    expect(error.message).toContain(part);
    expect(error.message).not.toContain('hush');
  });

  it('takes http beyond this computer where that is said', () => {
    const flags = ['--public-url', 'http://studio.lan:8787', '--allow-http'];
    expect(configOf(...flags).publicUrl).toBe('http://studio.lan:8787');
    expect(() => configOf('--allow-http')).toThrow('--allow-http needs --public-url');
    expect(configOf().publicUrl).toBeUndefined();
  });
});

describe('--trust-proxy', () => {
  it('takes addresses and networks', () => {
    expect(configOf('--trust-proxy', '127.0.0.1, 10.0.0.0/8,fd00::/8').trustedProxies).toEqual([
      '127.0.0.1',
      '10.0.0.0/8',
      'fd00::/8',
    ]);
    expect(configOf().trustedProxies).toEqual([]);
  });

  it.each([
    '',
    'all',
    'proxy.example',
    '10.0.0.0/33',
    '0.0.0.0/0',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    'fe80::1%eth0',
    '::/0',
  ])('refuses "%s"', (value) => expect(() => configOf(`--trust-proxy=${value}`)).toThrow(UsageProblem));
});
