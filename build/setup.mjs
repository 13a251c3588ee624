import { ensureInstalled } from './ensure-install.mjs';

// What every script of the project begins with, alone.
ensureInstalled();
