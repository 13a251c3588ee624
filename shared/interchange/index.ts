export { CUT_LIMITS, type Note } from './cut.ts';
export { cutOfOtio } from './cut-from-otio.ts';
export { otioOfCut } from './cut-to-otio.ts';
export { readEdl } from './edl-read.ts';
export { writeEdls, type WrittenFile } from './edl-write.ts';
export { readFcpXml } from './xml-read.ts';
export { writeFcpXml } from './xml-write.ts';
