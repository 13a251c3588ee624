/** How agents on this computer reach Patchbay. */

/** Where they are answered by HTTP. */
export const AGENT_PATH = '/mcp';
/** The protocol that a connection is upgraded to: messages of the protocol, a line each, as on standard input and output. */
export const AGENT_PIPE_PROTOCOL = 'patchbay-agent';
/** Bytes of one message of an agent. */
export const MAX_AGENT_MESSAGE_BYTES = 4 * 1024 * 1024;
/** Where the core says at which port the door is, below the data folder. */
export const AGENT_GATEWAY_FILE = 'agent-gateway.json';
/** Where a started command finds the token. */
export const AGENT_TOKEN_VARIABLE = 'PATCHBAY_AGENT_TOKEN';
/** In `_meta` of a call: the client gets the result as JSON too. */
export const JSON_META_KEY = 'patchbay/json';
