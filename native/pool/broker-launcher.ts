import { randomBytes } from 'node:crypto';
import type { Port } from '../child/channel.ts';
import { parseFromBroker, type ToBroker } from './broker.ts';
import type { ChildLauncher } from './launcher.ts';
import { PortLink } from './port-link.ts';

/** The part of a utility process' port to its parent that is used here. */
export interface BrokerPort {
  on(event: 'message', listener: (event: { data: unknown; ports: readonly Port[] }) => void): unknown;
  postMessage(message: ToBroker, transfer: []): void;
}

/**
 * Has children forked by the parent of this process, which runs in Electron. Node's permission model does not hold
 * there, so files are copied for the children.
 */
export function createBrokerLauncher(parent: BrokerPort): ChildLauncher {
  const links = new Map<number, PortLink>();
  let nextId = 1;
  parent.on('message', ({ data, ports: [port] }) => {
    const message = parseFromBroker(data);
    const link = message === null ? undefined : links.get(message.id);
    if (message === null || link === undefined) return;
    if (message.kind === 'native-child-launched') {
      if (port !== undefined) link.connect(message.pid ?? undefined, port);
      return;
    }
    links.delete(message.id);
    link.finished({ code: message.code, signal: null }, message.output);
  });
  return {
    protectsInputs: false,
    launch({ folder, kind }) {
      const id = nextId++;
      const mark = randomBytes(12).toString('hex');
      const link = new PortLink({
        kind,
        mark,
        end: () => parent.postMessage({ kind: 'native-child-kill', id }, []),
      });
      links.set(id, link);
      parent.postMessage({ kind: 'native-child-launch', id, child: kind, folder, mark }, []);
      return link;
    },
  };
}
