import type { SentencePairs } from './sentence.ts';

/** Masks, curves and color tables. */
export const TONE_SENTENCES: SentencePairs = [
  [
    '{0} is {1} × {2} pixels and was stretched to {3} × {4}, which is another shape. Crop or pad it first if it should not be.',
    '{0} hat {1} × {2} Pixel und wurde auf {3} × {4} gestreckt, was eine andere Form ist. Zuerst zuschneiden oder den Rand erweitern, wenn das nicht sein soll.',
  ],
  [
    'Curves must be an object with a list of points by channel, as in {"all": [[0, 0], [255, 255]]}.',
    'Kurven müssen ein Objekt mit einer Liste von Punkten je Kanal sein, wie in {"all": [[0, 0], [255, 255]]}.',
  ],
  [
    'Curves has a channel “{0}”, which is none. Use all, red, green or blue.',
    'Kurven hat einen Kanal „{0}“, den es nicht gibt. all, red, green oder blue verwenden.',
  ],
  [
    'The curve {0} must be a list of 1 to {1} points, each as in [128, 160].',
    'Die Kurve {0} muss eine Liste von 1 bis {1} Punkten sein, jeder wie in [128, 160].',
  ],
  [
    'Point {0} of the curve {1} must be two numbers from 0 to 255, as in [128, 160].',
    'Punkt {0} der Kurve {1} muss zwei Zahlen von 0 bis 255 haben, wie in [128, 160].',
  ],
  [
    'Point {0} of the curve {1} does not lie right of the one before. Sort the points by their first number, and leave out doubles.',
    'Punkt {0} der Kurve {1} liegt nicht rechts vom vorigen. Die Punkte nach ihrer ersten Zahl ordnen und doppelte weglassen.',
  ],
  [
    '{0} says no LUT_1D_SIZE or LUT_3D_SIZE, so it is no .cube file. Choose one, or export the look as .cube again.',
    '{0} nennt weder LUT_1D_SIZE noch LUT_3D_SIZE und ist darum keine .cube-Datei. Eine solche auswählen oder den Look noch einmal als .cube exportieren.',
  ],
  [
    'Line {0} of {1} is not one of a .cube file, or comes before its size. Choose a .cube file that begins with LUT_1D_SIZE or LUT_3D_SIZE.',
    'Zeile {0} von {1} ist keine einer .cube-Datei oder steht vor der Größe. Eine .cube-Datei auswählen, die mit LUT_1D_SIZE oder LUT_3D_SIZE beginnt.',
  ],
  [
    '{0} ends after {1} of {2} rows that its size asks for. It is cut off, or says a wrong size: export it again.',
    '{0} endet nach {1} von {2} Zeilen, die ihre Größe verlangt. Sie ist abgeschnitten oder nennt eine falsche Größe: noch einmal exportieren.',
  ],
  [
    'Line {0} of {1} is a row too many: its size asks for {2}. It says a wrong size: export it again.',
    'Zeile {0} von {1} ist eine zu viel: Ihre Größe verlangt {2}. Sie nennt eine falsche Größe: noch einmal exportieren.',
  ],
  [
    'Line {0} of {1} must be three numbers with a dot as the decimal sign. Correct it, or export the file again.',
    'Zeile {0} von {1} muss aus drei Zahlen mit Dezimalpunkt bestehen. Berichtigen oder die Datei noch einmal exportieren.',
  ],
  [
    'Line {0} of {1}: {2} must be a whole number from 2 to {3}. Export it with a smaller size.',
    'Zeile {0} von {1}: {2} muss eine ganze Zahl von 2 bis {3} sein. Mit einer kleineren Größe exportieren.',
  ],
  [
    'Line {0} of {1}: after {2} come {3} numbers. Correct it, or export the file again.',
    'Zeile {0} von {1}: Nach {2} stehen {3} Zahlen. Berichtigen oder die Datei noch einmal exportieren.',
  ],
  [
    'Line {0} of {1} begins with {2}, which does not belong there in a .cube file. Take it out, or export the file again.',
    'Zeile {0} von {1} beginnt mit {2}, was dort in einer .cube-Datei nicht hingehört. Herausnehmen oder die Datei noch einmal exportieren.',
  ],
  [
    'Line {0} of {1} says {2} a second time. Take one of them out.',
    'Zeile {0} von {1} nennt {2} ein zweites Mal. Eines davon herausnehmen.',
  ],
  [
    'Line {0} of {1}: the domain ends before it begins. Correct it, or export the file again.',
    'Zeile {0} von {1}: Der Wertebereich endet, bevor er beginnt. Berichtigen oder die Datei noch einmal exportieren.',
  ],
  [
    'Line {0} of {1} is too long for a .cube file. Choose another file, or export it again.',
    'Zeile {0} von {1} ist zu lang für eine .cube-Datei. Eine andere Datei auswählen oder noch einmal exportieren.',
  ],
];
