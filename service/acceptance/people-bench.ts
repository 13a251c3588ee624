import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import {
  ADMINISTRATION_SECRET_FILE,
  type NewInvitation,
  type PeopleList,
  type Person,
  type RedeemedInvitation,
} from '#shared/administration/index.ts';
import { runPeopleCommand } from '#service/cli/people-command.ts';
import { TestService, type Transport } from './harness.ts';

interface Answer<T> {
  status: number;
  body: T & { error?: { code: string; message: string } };
}

export const NO_LIMITS = { spendLimit: null, storageLimit: null, rateLimit: null };
/** Credits of a node, in microcredits. */
export const PRICE = 1_000_000;

/** A service for each test of a file, and what its owner and its people ask of it. */
export function usePeople(transport: Transport) {
  let service: TestService;
  beforeEach(async () => {
    service = await TestService.open(transport, {
      prices: { 'control/delay': PRICE, 'input/text': PRICE },
      publicUrl: 'https://patchbay.example',
    });
    await service.ok('projects.list');
  });
  afterEach(() => service.close());

  async function send<T>(method: string, url: string, body?: unknown, bearer?: string): Promise<Answer<T>> {
    const response = await service.raw(url, {
      method,
      headers: {
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as Answer<T>['body'] };
  }
  const administer = <T>(method: string, path: string, body?: unknown) =>
    send<T>(
      method,
      `/administration/v1${path}`,
      body,
      readFileSync(join(service.config.dataDirectory, ADMINISTRATION_SECRET_FILE), 'utf8').trim(),
    );
  const redeem = (code: string) => send<RedeemedInvitation>('POST', '/join', { code });

  const add = async (name: string, limits: object = {}): Promise<Person> => {
    const draft = { accountName: 'owner', name, ...NO_LIMITS, ...limits };
    const { status, body } = await administer<Person>('POST', '/people', draft);
    expect([status, body.error]).toEqual([200, undefined]);
    return body;
  };
  const invite = async (personId: string, draft: object = {}): Promise<NewInvitation> => {
    const { status, body } = await administer<NewInvitation>(
      'POST',
      `/people/${personId}/invitations`,
      draft,
    );
    expect([status, body.error]).toEqual([200, undefined]);
    return body;
  };
  /** A new person with a key. */
  const joined = async (name: string, limits: object = {}) => {
    const { personId } = await add(name, limits);
    const { body } = await redeem((await invite(personId)).code);
    return { personId, key: body.key };
  };
  const personOf = async (personId: string): Promise<Person> => {
    const { body } = await administer<PeopleList>('GET', '/people');
    return body.people.find((person) => person.personId === personId)!;
  };
  /** The command line, on the database of the service. */
  const command = async (...args: string[]): Promise<string[]> => {
    const lines: string[] = [];
    const { dataDirectory, database } = service.config;
    const databaseFlags = [
      '--data',
      dataDirectory,
      ...(database === undefined ? [] : ['--database', database]),
    ];
    await runPeopleCommand(
      [args[0]!, ...databaseFlags, ...args.slice(1)],
      (line) => lines.push(line),
      () => {},
    );
    return lines;
  };

  return {
    get service(): TestService {
      return service;
    },
    administer,
    redeem,
    add,
    invite,
    joined,
    personOf,
    command,
  };
}
