/** What a reference page is given, and what it plays. */

export interface ReferenceInput {
  kind: 'canvas' | 'plain' | 'tuned' | 'litegraph';
  nodes: { id: string; type: string; position?: { x: number; y: number } | null }[];
  connections: { from: [string, string]; to: [string, string] }[];
}
export type Step = (left: number) => void;
export interface View {
  x: number;
  y: number;
  zoom: number;
}
