// @module-tag long
import { get, type IncomingMessage } from 'node:http';
import { createParser } from 'eventsource-parser';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { API_PREFIX, PublicRunEvent } from '#shared/api/index.ts';
import { transaction } from '../storage/database.ts';
import { TestService } from './harness.ts';
import { createRun, follow, value } from './run-story.ts';

let service: TestService;
beforeEach(async () => {
  service = await TestService.open('http');
});
afterEach(() => service.close());

/** A reader that does not read until it is told to. */
function openPaused(origin: string, runId: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = get(
      `${origin}${API_PREFIX}/runs/${runId}/events/stream`,
      { headers: { authorization: `Bearer ${service.key}` } },
      (response) => {
        response.pause();
        resolve(response);
      },
    );
    request.on('error', reject);
  });
}

/** All events until the connection ends, and whether it was cut. */
function drain(response: IncomingMessage): Promise<{ events: PublicRunEvent[]; cut: boolean }> {
  const events: PublicRunEvent[] = [];
  const parser = createParser({
    onEvent: (message) => events.push(PublicRunEvent.parse(JSON.parse(message.data))),
  });
  response.setEncoding('utf8');
  return new Promise((resolve) => {
    response.on('data', (text: string) => parser.feed(text));
    response.on('error', () => resolve({ events, cut: true }));
    response.on('end', () => resolve({ events, cut: false }));
    response.resume();
  });
}

describe('a reader that stops reading', () => {
  it('is cut off, others notice nothing, and it can resume where it was', async () => {
    const graph = { nodes: [{ id: 'wait', type: 'control/delay', inputs: { seconds: value(600) } }] };
    const run = await createRun(service, { graph });
    await follow(service, run.id, { enough: (event) => event.type === 'node.started' });
    const { engine, context } = service;
    const slow = await openPaused(context.urls.origin(), run.id);
    // The other reader tells when it has a burst whole.
    let expected = '';
    let taken = Promise.withResolvers<void>();
    const others = follow(service, run.id, {
      enough: (event) => {
        if (event.message?.startsWith(expected)) taken.resolve();
        return false;
      },
    });

    // More than any socket between them holds, in bursts that stay below the limit for a reader that reads.
    const BURSTS = 32;
    const LINES = 40;
    for (let burst = 0; burst < BURSTS; burst += 1) {
      taken = Promise.withResolvers<void>();
      expected = `${burst} ${LINES - 1} `;
      await transaction(context.db, async () => {
        for (let line = 0; line < LINES; line += 1) {
          await engine.store.events.append(run.id, {
            type: 'log',
            message: `${burst} ${line} ${'.'.repeat(16_000)}`,
          });
        }
      });
      engine.hub.changed(run.id);
      await taken.promise;
    }
    const { events: seen, cut } = await drain(slow);
    expect(cut).toBe(true);
    expect(seen.filter((event) => event.type === 'log').length).toBeLessThan(BURSTS * LINES);

    await service.ok('runs.cancel', { params: { run_id: run.id } });
    const last = seen.at(-1);
    const rest = await follow(service, run.id, last === undefined ? {} : { lastEventId: last.id });
    const everything = await others;
    expect(everything.at(-1)?.type).toBe('run.canceled');
    expect([...seen, ...rest]).toEqual(everything);
    expect(everything.filter((event) => event.type === 'log')).toHaveLength(BURSTS * LINES);
  });
});
