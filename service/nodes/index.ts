import type { NodeDefinition } from './definition.ts';
import { aiImage } from './ai/image.ts';
import { aiText } from './ai/text.ts';
import { audioGain } from './audio/gain.ts';
import { audioMix } from './audio/mix.ts';
import { audioTone } from './audio/tone.ts';
import { audioTrim } from './audio/trim.ts';
import { audioWaveform } from './audio/waveform.ts';
import { controlDelay } from './control/delay.ts';
import { controlFail } from './control/fail.ts';
import { imageAdjust } from './image/adjust.ts';
import { imageBlur } from './image/blur.ts';
import { imageBorder } from './image/border.ts';
import { imageComposite } from './image/composite.ts';
import { imageContactSheet } from './image/contact-sheet.ts';
import { imageConvert } from './image/convert.ts';
import { imageCrop } from './image/crop.ts';
import { imageDominantColor } from './image/dominant-color.ts';
import { imageFlip } from './image/flip.ts';
import { imageGamma } from './image/gamma.ts';
import { imageGradient } from './image/gradient.ts';
import { imageGreyscale } from './image/greyscale.ts';
import { imageInfo } from './image/info.ts';
import { imageInvert } from './image/invert.ts';
import { imageMask } from './image/mask.ts';
import { imageNoise } from './image/noise.ts';
import { imagePad } from './image/pad.ts';
import { imageResize } from './image/resize.ts';
import { imageRotate } from './image/rotate.ts';
import { imageRoundedCorners } from './image/rounded-corners.ts';
import { imageSharpen } from './image/sharpen.ts';
import { imageSolid } from './image/solid.ts';
import { imageTextCard } from './image/text-card.ts';
import { imageThreshold } from './image/threshold.ts';
import { imageTint } from './image/tint.ts';
import { inputAudio } from './input/audio.ts';
import { inputBoolean } from './input/boolean.ts';
import { inputColor } from './input/color.ts';
import { inputFile } from './input/file.ts';
import { inputImage } from './input/image.ts';
import { inputJson } from './input/json.ts';
import { inputNumber } from './input/number.ts';
import { inputText } from './input/text.ts';
import { inputVideo } from './input/video.ts';
import { jsonGet } from './json/get.ts';
import { jsonMerge } from './json/merge.ts';
import { jsonParse } from './json/parse.ts';
import { jsonSet } from './json/set.ts';
import { jsonStringify } from './json/stringify.ts';
import { logicCoalesce } from './logic/coalesce.ts';
import { logicCompare } from './logic/compare.ts';
import { logicIf } from './logic/if.ts';
import { mediaProbe } from './media/probe.ts';
import { numberClamp } from './number/clamp.ts';
import { numberMapRange } from './number/map-range.ts';
import { numberMath } from './number/math.ts';
import { numberRandom } from './number/random.ts';
import { numberRound } from './number/round.ts';
import { outputFile } from './output/file.ts';
import { outputValue } from './output/value.ts';
import { textCase } from './text/case.ts';
import { textJoin } from './text/join.ts';
import { textLength } from './text/length.ts';
import { textReplace } from './text/replace.ts';
import { textSplit } from './text/split.ts';
import { textTemplate } from './text/template.ts';
import { textTrim } from './text/trim.ts';
import { videoConcatenate } from './video/concatenate.ts';
import { videoExtractAudio } from './video/extract-audio.ts';
import { videoFramesToVideo } from './video/frames-to-video.ts';
import { videoThumbnail } from './video/thumbnail.ts';
import { videoTrim } from './video/trim.ts';

/** Every node type that ships with the service. */
export const nodeDefinitions: readonly NodeDefinition[] = [
  inputText,
  inputNumber,
  inputBoolean,
  inputJson,
  inputColor,
  inputImage,
  inputAudio,
  inputVideo,
  inputFile,
  textTemplate,
  textCase,
  textJoin,
  textLength,
  textReplace,
  textSplit,
  textTrim,
  numberClamp,
  numberMapRange,
  numberMath,
  numberRandom,
  numberRound,
  logicCoalesce,
  logicCompare,
  logicIf,
  jsonGet,
  jsonMerge,
  jsonParse,
  jsonSet,
  jsonStringify,
  imageSolid,
  imageGradient,
  imageNoise,
  imageTextCard,
  imageResize,
  imageCrop,
  imageRotate,
  imageFlip,
  imageBlur,
  imageSharpen,
  imageAdjust,
  imageGamma,
  imageGreyscale,
  imageTint,
  imageInvert,
  imageThreshold,
  imageComposite,
  imageMask,
  imagePad,
  imageBorder,
  imageRoundedCorners,
  imageContactSheet,
  imageConvert,
  imageInfo,
  imageDominantColor,
  audioTone,
  audioTrim,
  audioGain,
  audioMix,
  audioWaveform,
  videoFramesToVideo,
  videoTrim,
  videoConcatenate,
  videoThumbnail,
  videoExtractAudio,
  mediaProbe,
  aiText,
  aiImage,
  controlDelay,
  controlFail,
  outputValue,
  outputFile,
];
