import { z } from 'zod';
import type { StoryboardPanel } from './document.ts';

/** What made the picture of a panel. A node of the project, or a template. */
export const PanelOrigin = z.object({
  runId: z.string().min(1).max(200),
  /** The file that came of it: another file in its place was not made so. */
  fileId: z.string().min(1).max(300),
  nodeId: z.string().min(1).max(200).optional(),
  templateId: z.string().min(1).max(200).optional(),
});
export type PanelOrigin = z.infer<typeof PanelOrigin>;

/** What the API's document has no field for: it lies under `ext.patchbay`, which other programs leave alone. */
const PanelExt = z.looseObject({ version: z.literal(1), made: PanelOrigin.optional() });

/** What made the picture of a panel; null where nothing is written of that, or it is damaged or of a later version. */
export const originOf = ({ ext }: StoryboardPanel): PanelOrigin | null =>
  PanelExt.safeParse(ext?.['patchbay']).data?.made ?? null;

/** The panel with what made it; the same where what is stored is damaged or of a later version. */
export function withOrigin(panel: StoryboardPanel, origin: PanelOrigin): StoryboardPanel {
  const stored = panel.ext?.['patchbay'];
  const ext = stored === undefined ? { version: 1 } : PanelExt.safeParse(stored).data;
  return ext ? { ...panel, ext: { ...panel.ext, patchbay: { ...ext, made: origin } } } : panel;
}
