/** The most that lists and objects of requests may hold. Far above what people make, and what a service can work through. */

/** Nodes of one graph; beyond it editing would no longer be what anybody wants. */
export const MAX_NODES = 50_000;
export const MAX_CONNECTIONS = 200_000;
/** Operations of one PATCH: a graph of the largest size can be pasted at once. */
export const MAX_OPERATIONS = 250_000;
/** Inputs of one node, and overrides of one. */
export const MAX_NODE_INPUTS = 1000;
export const MAX_METADATA_KEYS = 1000;
/** JSON bytes of the metadata of one project: lists of the service hold that of up to two hundred at once. */
export const MAX_METADATA_BYTES = 256 * 1024;
export const MAX_UPLOAD_PARTS = 10_000;
export const MAX_TEMPLATE_INPUTS = 1000;
export const MAX_OUTPUT_KEYS = 10_000;
/** Fields at the top of a document whose own rules are checked later. */
export const MAX_DOCUMENT_FIELDS = 1000;
/** Entries of JSON that somebody gives to a node: as many as are read at all. */
export const MAX_JSON_ENTRIES = 500_000;
/** Items of a list in one response, and the names of where one comes from. */
export const MAX_LIST_ITEMS = 100_000;
export const MAX_TRACE_NAMES = 100;
