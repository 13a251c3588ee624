import { defineConfig } from 'vite';
import { nodeBundle } from './vite.node.ts';

export default defineConfig(
  nodeBundle({ entries: { main: 'native/pictures/child.ts' }, out: 'out/native', format: 'es' }),
);
