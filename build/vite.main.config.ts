import { defineConfig } from 'vite';
import { nodeBundle } from './vite.node.ts';

export default defineConfig(
  nodeBundle({ entries: { main: 'electron/main/main.ts' }, out: 'out/main', format: 'es' }),
);
