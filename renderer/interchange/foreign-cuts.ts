import type { OtioWarning } from '#shared/api/index.ts';
import { CUT_LIMITS, otioOfCut, readEdl, readFcpXml } from '#shared/interchange/index.ts';
import { TimelineFileRefused } from '#shared/otio/index.ts';

/** Files of cuts that services do not read: they are made into OpenTimelineIO before they are sent. */

const EDL_NAME = /\.edl$/i;
const XML_NAME = /\.xml$/i;

/** Whether a file's name says that it is a cut in another format than OpenTimelineIO. */
export const isForeignCutName = (name: string): boolean => EDL_NAME.test(name) || XML_NAME.test(name);

/**
 * Reads an EDL or an FCP 7 XML.
 * @returns the same cut as a file of OpenTimelineIO, and what of it did not fit.
 * @throws TimelineFileRefused for a file that is none, or too large.
 */
export async function asOtioFile(file: File): Promise<{ file: File; warnings: OtioWarning[] }> {
  // Larger ones are refused before they are in memory.
  if (file.size > CUT_LIMITS.characters * 2) {
    throw new TimelineFileRefused(
      'The file is larger than 64 MB. Export a shorter part of the timeline and import that.',
    );
  }
  const text = await file.text();
  const name = file.name.replace(/\.\w+$/, '') || 'Timeline';
  const { cut, warnings } = EDL_NAME.test(file.name) ? readEdl(text, name) : readFcpXml(text, name);
  return { file: new File([otioOfCut(cut)], `${name}.otio`), warnings };
}
