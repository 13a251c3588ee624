import type { SentencePairs } from './sentence.ts';

/** Of edits of other programs: EDL and FCP 7 XML. */
export const CUT_SENTENCES: SentencePairs = [
  ['Markers of a gap have no place.', 'Für Marker einer Lücke ist kein Platz.'],
  ['Other media of a clip were left out.', 'Weitere Medien eines Clips wurden weggelassen.'],
  ['"{0}" has no file.', '„{0}“ hat keine Datei.'],
  ['The effect "{0}" was left out.', 'Der Effekt „{0}“ wurde weggelassen.'],
  [
    'Scale, rotation and position of a clip were left out.',
    'Größe, Drehung und Position eines Clips wurden weggelassen.',
  ],
  [
    'Fades, key frames and links made in Patchbay were left out.',
    'In Patchbay gemachte Blenden, Keyframes und Verknüpfungen wurden weggelassen.',
  ],
  ['What {0} says of it was left out.', 'Was {0} darüber sagt, wurde weggelassen.'],
  ['Markers of a track have no place.', 'Für Marker einer Spur ist kein Platz.'],
  ['Effects of a track were left out.', 'Effekte einer Spur wurden weggelassen.'],
  ['A track of the kind "{0}" was left out.', 'Eine Spur der Art „{0}“ wurde weggelassen.'],
  [
    'What Patchbay keeps of the timeline was left out.',
    'Was Patchbay über die Timeline behält, wurde weggelassen.',
  ],
  [
    'More than {0} clips of the track {1} lie at one time. Export the tracks by themselves and import those.',
    'Mehr als {0} Clips der Spur {1} liegen zur selben Zeit. Die Spuren einzeln exportieren und importieren.',
  ],
  [
    'The EDL is larger than 32 MB. Split it and import the parts.',
    'Die EDL ist größer als 32 MB. Sie teilen und die Teile importieren.',
  ],
  [
    'The EDL has more than {0} events. Import a part of it.',
    'Die EDL hat mehr als {0} Events. Einen Teil davon importieren.',
  ],
  ['"{0}" was not understood.', '„{0}“ wurde nicht verstanden.'],
  [
    'The file holds no edit decision list: no line of it is an event. Export the list again as CMX 3600.',
    'Die Datei enthält keine Schnittliste: Keine Zeile ist ein Event. Die Liste noch einmal als CMX 3600 exportieren.',
  ],
  [
    'The list does not say its frame rate; {0} fits its timecodes.',
    'Die Liste nennt ihre Bildrate nicht; {0} passt zu ihren Timecodes.',
  ],
  [
    'The list counts frames from 1, as OpenShot does; they were counted from 0.',
    'Die Liste zählt Frames ab 1, wie OpenShot; sie wurden ab 0 gezählt.',
  ],
  [
    'An event of a list of markers has none; it was left out.',
    'Ein Event einer Markerliste hat keinen; es wurde weggelassen.',
  ],
  [
    'An event whose timecodes are none was left out.',
    'Ein Event mit unlesbaren Timecodes wurde weggelassen.',
  ],
  ['An event on "{0}" was left out.', 'Ein Event auf „{0}“ wurde weggelassen.'],
  [
    'A clip is longer or shorter than its source, and no speed says why; it plays as recorded.',
    'Ein Clip ist länger oder kürzer als seine Quelle, und keine Geschwindigkeit sagt warum; er läuft wie aufgenommen.',
  ],
  ['A key is a cut here.', 'Ein Key ist hier ein Schnitt.'],
  [
    'The wipe {0} became a transition of that name.',
    'Die Wischblende {0} wurde zu einem Übergang dieses Namens.',
  ],
  ['A transition with no clip beside it was left out.', 'Ein Übergang ohne Clip daneben wurde weggelassen.'],
  [
    'A transition longer than its clip was left out.',
    'Ein Übergang, der länger als sein Clip ist, wurde weggelassen.',
  ],
  [
    'The transition "{0}" was written as a dissolve.',
    'Der Übergang „{0}“ wurde als Überblendung geschrieben.',
  ],
  ['A transition was cut to 999 frames.', 'Ein Übergang wurde auf 999 Frames gekürzt.'],
  [
    'A dissolve is read back with its cut in its middle.',
    'Eine Überblendung wird mit dem Schnitt in ihrer Mitte zurückgelesen.',
  ],
  ['A text is an event without a file.', 'Ein Text ist ein Event ohne Datei.'],
  ['A disabled clip is an enabled one in the list.', 'Ein deaktivierter Clip ist in der Liste ein aktiver.'],
  ['Opacity and volume of a clip were left out.', 'Deckkraft und Lautstärke eines Clips wurden weggelassen.'],
  [
    'A marker that its clip does not show was left out.',
    'Ein Marker, den sein Clip nicht zeigt, wurde weggelassen.',
  ],
  ['The list counts {0} frames a second instead of {1}.', 'Die Liste zählt {0} Frames je Sekunde statt {1}.'],
  [
    'Markers of the timeline have no place in a list.',
    'Für Marker der Timeline ist in einer Liste kein Platz.',
  ],
  [
    'The disabled track "{0}" is a list like any other.',
    'Die deaktivierte Spur „{0}“ ist eine Liste wie jede andere.',
  ],
  ['“{0}” was taken to begin at {1}:00:00:00.', '„{0}“ wurde so genommen, als begänne es bei {1}:00:00:00.'],
  [
    'The XML {0}. Export a shorter part of the timeline and import that.',
    'Das XML {0}. Einen kürzeren Teil der Timeline exportieren und importieren.',
  ],
  ['is larger than 64 MB', 'ist größer als 64 MB'],
  ['has more than {0} elements', 'hat mehr als {0} Elemente'],
  ['is nested deeper than {0} levels', 'ist tiefer als {0} Ebenen verschachtelt'],
  ['Split it and import the parts.', 'Sie teilen und die Teile importieren.'],
  [
    'The file is no XML that can be read: in line {0} something is missing or does not belong there. Export the timeline again from the program it came from.',
    'Die Datei ist kein lesbares XML: In Zeile {0} fehlt etwas oder gehört nicht dorthin. Die Timeline aus dem Programm, aus dem sie stammt, neu exportieren.',
  ],
  ['The file holds no XML.', 'Die Datei enthält kein XML.'],
  [
    'The nested sequences of the XML hold too much. Export a shorter part of the timeline, or without nests, and import that.',
    'Die verschachtelten Sequenzen des XML enthalten zu viel. Einen kürzeren Teil der Timeline oder ohne Verschachtelung exportieren und importieren.',
  ],
  [
    'This is the XML of Final Cut Pro X. Export OpenTimelineIO, or FCP 7 XML from another program, and import that.',
    'Das ist das XML von Final Cut Pro X. OpenTimelineIO oder aus einem anderen Programm FCP 7 XML exportieren und importieren.',
  ],
  [
    'The XML holds no timeline of an editing program.',
    'Das XML enthält keine Timeline eines Schnittprogramms.',
  ],
  [
    'The XML holds no sequence, so there is nothing to import.',
    'Das XML enthält keine Sequenz, es gibt also nichts zu importieren.',
  ],
  [
    'The file holds several sequences; the first that is no part of another was read.',
    'Die Datei enthält mehrere Sequenzen; die erste, die kein Teil einer anderen ist, wurde gelesen.',
  ],
  ['{0} of a track is not known here.', '{0} einer Spur ist hier nicht bekannt.'],
  [
    'The XML has more than {0} clips. Import a part of it.',
    'Das XML hat mehr als {0} Clips. Einen Teil davon importieren.',
  ],
  [
    'A clip counts in the rate of its sequence, not in the one that it writes.',
    'Ein Clip zählt in der Bildrate seiner Sequenz, nicht in der, die er nennt.',
  ],
  [
    'A clip whose place cannot be read was left out.',
    'Ein Clip, dessen Position nicht lesbar ist, wurde weggelassen.',
  ],
  [
    'A nested sequence that is not in the file became an empty clip.',
    'Eine verschachtelte Sequenz, die nicht in der Datei ist, wurde zu einem leeren Clip.',
  ],
  [
    'A sequence within itself became an empty clip.',
    'Eine Sequenz in sich selbst wurde zu einem leeren Clip.',
  ],
  [
    'A speed that changes over a clip became one speed.',
    'Eine Geschwindigkeit, die sich über einen Clip ändert, wurde zu einer einzigen.',
  ],
  ['{0} of a clip: not known here.', '{0} eines Clips: hier nicht bekannt.'],
  [
    'Links between pictures and sounds were left out.',
    'Verknüpfungen zwischen Bildern und Tönen wurden weggelassen.',
  ],
  ['The XML counts {0} frames a second instead of {1}.', 'Das XML zählt {0} Frames je Sekunde statt {1}.'],
  ['The name of the track "{0}" has no place.', 'Für den Namen der Spur „{0}“ ist kein Platz.'],
  ['The transition "{0}" is known by its name only.', 'Der Übergang „{0}“ ist nur dem Namen nach bekannt.'],
  ['A transition begins before its medium does.', 'Ein Übergang beginnt vor seinem Medium.'],
  ['Remarks of a list were left out.', 'Anmerkungen einer Liste wurden weggelassen.'],
  ['A text was written as a text generator.', 'Ein Text wurde als Textgenerator geschrieben.'],
  ['{0} goes no higher than {1}.', '{0} geht nicht höher als {1}.'],
  ['Colors of markers have no place.', 'Für Farben von Markern ist kein Platz.'],
];
