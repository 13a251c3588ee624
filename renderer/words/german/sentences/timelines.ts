import type { SentencePairs } from './sentence.ts';

/** Of reading and writing OpenTimelineIO. */
export const TIMELINE_SENTENCES: SentencePairs = [
  ['Markers have no place in a timeline document.', 'Für Marker ist in der Timeline kein Platz.'],
  [
    'The active medium is missing; another one was used.',
    'Das aktive Medium fehlt; ein anderes wurde verwendet.',
  ],
  ['A generator became an empty clip.', 'Ein Generator wurde zu einem leeren Clip.'],
  ['An image sequence became an empty clip.', 'Eine Bildsequenz wurde zu einem leeren Clip.'],
  [
    'The speed of a clip changes as "{0}" says, which is not shown: it plays at one speed.',
    'Die Geschwindigkeit eines Clips ändert sich laut „{0}“. Das wird nicht gezeigt: Er läuft mit einer Geschwindigkeit.',
  ],
  ['{0} The effect leaves as it came.', '{0} Der Effekt geht hinaus, wie er hereinkam.'],
  [
    '{0} more media references of a clip were left out.',
    '{0} weitere Medienverweise eines Clips wurden weggelassen.',
  ],
  [
    '{0} of the medium {1}: not known here, so it was left out.',
    '{0} des Mediums {1}: hier nicht bekannt und deshalb weggelassen.',
  ],
  ['The file "{0}" was not included.', 'Die Datei „{0}“ war nicht dabei.'],
  [
    'More than one file may be "{0}"; none was taken.',
    'Mehr als eine Datei kann „{0}“ sein; keine wurde genommen.',
  ],
  ['The file "{0}" was refused.', 'Die Datei „{0}“ wurde abgelehnt.'],
  [
    'The file "{0}" was read past and not stored.',
    'Die Datei „{0}“ wurde übersprungen und nicht gespeichert.',
  ],
  ['The effect "{0}" is not shown.', 'Der Effekt „{0}“ wird nicht gezeigt.'],
  [
    'The effects, markers and metadata of a clip are too large to keep.',
    'Effekte, Marker und Metadaten eines Clips sind zu groß, um sie zu behalten.',
  ],
  ['A clip begins before its medium does.', 'Ein Clip beginnt vor seinem Medium.'],
  [
    'A clip shows a part that its medium does not have.',
    'Ein Clip zeigt einen Teil, den sein Medium nicht hat.',
  ],
  [
    'A clip between two frames was written to whole ones.',
    'Ein Clip zwischen zwei Frames wurde auf ganze Frames geschrieben.',
  ],
  [
    '"{0}" is not in the bundle, so it was written as missing.',
    '„{0}“ ist nicht im Paket und wurde deshalb als fehlend geschrieben.',
  ],
  ['"{0}" is "{1}" in the bundle.', '„{0}“ heißt im Paket „{1}“.'],
  [
    'The file of a clip is not here; its name and range were written.',
    'Die Datei eines Clips ist nicht hier; ihr Name und ihr Bereich wurden geschrieben.',
  ],
  ['A clip without a file was written as missing.', 'Ein Clip ohne Datei wurde als fehlend geschrieben.'],
  [
    'A text is a clip without a file for other programs.',
    'Ein Text ist für andere Programme ein Clip ohne Datei.',
  ],
  [
    '{0}: kept in the file, and other programs do not show it.',
    '{0}: steht in der Datei, andere Programme zeigen es nicht.',
  ],
  ['A transition no longer fits its clips.', 'Ein Übergang passt nicht mehr zu seinen Clips.'],
  [
    'The clip before a dissolve ends with its medium: its last frame is held here, and other programs may show nothing there.',
    'Der Clip vor einer Überblendung endet mit seinem Medium: Hier wird sein letzter Frame gehalten, andere Programme zeigen dort vielleicht nichts.',
  ],
  [
    'A fade between two frames was written to whole ones.',
    'Eine Blende zwischen zwei Frames wurde auf ganze Frames geschrieben.',
  ],
  ['A fade no longer fits its clip.', 'Eine Blende passt nicht mehr zu ihrem Clip.'],
  [
    'The timeline is larger than {0}. Split it before you export it.',
    'Die Timeline ist größer als {0}. Sie vor dem Export teilen.',
  ],
  [
    'A track of pictures and sounds became two, one of each.',
    'Aus einer Spur mit Bildern und Tönen wurden zwei, eine je Art.',
  ],
  ['Clips that overlap went to tracks of their own.', 'Clips, die sich überlappen, kamen auf eigene Spuren.'],
  [
    '{0} gaps that carried markers or metadata are no longer there.',
    '{0} Lücken mit Markern oder Metadaten gibt es nicht mehr.',
  ],
  [
    'A folder of this computer, or an address that lets its reader in, was emptied.',
    'Ein Ordner dieses Computers oder eine Adresse mit Zugang wurde geleert.',
  ],
  [
    'A whole number with more than 15 digits was rounded.',
    'Eine ganze Zahl mit mehr als 15 Ziffern wurde gerundet.',
  ],
  [
    'An object of the kind "{0}" in the metadata became a plain one.',
    'Ein Objekt der Art „{0}“ in den Metadaten wurde zu einem einfachen.',
  ],
  [
    'An effect of the kind "{0}" is not known to every program.',
    'Einen Effekt der Art „{0}“ kennt nicht jedes Programm.',
  ],
  [
    'A marker without a time, or of a kind that not every program knows, was left out.',
    'Ein Marker ohne Zeit oder einer Art, die nicht jedes Programm kennt, wurde weggelassen.',
  ],
  [
    'A reference of the kind "{0}" is not known to every program.',
    'Einen Verweis der Art „{0}“ kennt nicht jedes Programm.',
  ],
  [
    '"{0}" was written as "{1}", without its place.',
    '„{0}“ wurde als „{1}“ geschrieben, ohne seinen Ordner.',
  ],
  [
    'The folder of an image sequence was emptied; its names and numbers were written.',
    'Der Ordner einer Bildsequenz wurde geleert; ihre Namen und Nummern wurden geschrieben.',
  ],
  ['A transition without times was left out.', 'Ein Übergang ohne Zeiten wurde weggelassen.'],
  ['An item of the kind "{0}" was left out.', 'Ein Element der Art „{0}“ wurde weggelassen.'],
  [
    'The file holds several timelines; the first was read.',
    'Die Datei enthält mehrere Timelines; die erste wurde gelesen.',
  ],
  ['The timeline has no tracks.', 'Die Timeline hat keine Spuren.'],
  ['The timeline holds no list of tracks.', 'Die Timeline enthält keine Liste von Spuren.'],
  [
    'What the range of the whole does not show was cut off its clips.',
    'Was der Bereich des Ganzen nicht zeigt, wurde von den Clips abgeschnitten.',
  ],
  [
    '{0} values that are no numbers (NaN, Infinity) were read as none.',
    '{0} Werte, die keine Zahlen sind (NaN, Infinity), wurden als leer gelesen.',
  ],
  ['{0}: not known here, so it was left out.', '{0}: hier nicht bekannt und deshalb weggelassen.'],
  [
    'A track of the kind "{0}" is not shown; an export writes it again.',
    'Eine Spur der Art „{0}“ wird nicht gezeigt; ein Export schreibt sie wieder.',
  ],
  [
    'What other programs say of {0} is too large to keep.',
    'Was andere Programme über {0} sagen, ist zu groß, um es zu behalten.',
  ],
  [
    'A value that changes over a clip was taken as it is at first.',
    'Ein Wert, der sich über einen Clip ändert, wurde so genommen, wie er am Anfang ist.',
  ],
  ['The timeline has more than {0} clips.', 'Die Timeline hat mehr als {0} Clips.'],
  [
    '"{0}" is silent: the file has sound on tracks of its own, and none of this video.',
    '„{0}“ ist stumm: Die Datei hat Ton auf eigenen Spuren, aber keinen zu diesem Video.',
  ],
  [
    'The length of a clip is not known; it was left at 0.',
    'Die Länge eines Clips ist nicht bekannt; sie blieb bei 0.',
  ],
  [
    'A clip outside the range of its track was left out.',
    'Ein Clip außerhalb des Bereichs seiner Spur wurde weggelassen.',
  ],
  ['A disabled clip was made invisible and silent.', 'Ein deaktivierter Clip wurde unsichtbar und stumm.'],
  ['The timeline has more than {0} tracks.', 'Die Timeline hat mehr als {0} Spuren.'],
  ['{0}.{1} is newer than what this import knows.', '{0}.{1} ist neuer als das, was dieser Import kennt.'],
  [
    'What the range of a nest does not show was cut off its clips.',
    'Was der Bereich einer Verschachtelung nicht zeigt, wurde von den Clips abgeschnitten.',
  ],
  [
    'A transition without times, or with no clip beside it, was left out.',
    'Ein Übergang ohne Zeiten oder ohne Clip daneben wurde weggelassen.',
  ],
  ['A transition became a cut.', 'Ein Übergang wurde zu einem Schnitt.'],
  ['"{0}" was flattened into its clips.', '„{0}“ wurde in seine Clips aufgelöst.'],
  [
    '"{0}" was flattened into its clips. Its own {1} were left out.',
    '„{0}“ wurde in seine Clips aufgelöst. Weggelassen: {1}.',
  ],
  [
    'What the range of a track does not show was cut off its clips.',
    'Was der Bereich einer Spur nicht zeigt, wurde von den Clips abgeschnitten.',
  ],
  [
    'What a track holds is missing, so it was read as empty.',
    'Der Inhalt einer Spur fehlt; sie wurde als leer gelesen.',
  ],
  [
    'What a track holds is no list, so it was read as empty.',
    'Der Inhalt einer Spur ist keine Liste; sie wurde als leer gelesen.',
  ],
  [
    'A source range that is no time was ignored.',
    'Ein Quellbereich, der keine Zeit ist, wurde nicht beachtet.',
  ],
  ['A start that is no time was read as 0.', 'Ein Beginn, der keine Zeit ist, wurde als 0 gelesen.'],
  ['The timeline is larger than {0} MB.', 'Die Timeline ist größer als {0} MB.'],
  [
    'The timeline file is incomplete or damaged. Copy it again from where it came from, or export the timeline again.',
    'Die Timeline-Datei ist unvollständig oder beschädigt. Sie noch einmal von ihrer Quelle kopieren oder die Timeline neu exportieren.',
  ],
  [
    'The file holds no OpenTimelineIO: it is not JSON. Choose one that ends in .otio or .otioz.',
    'Die Datei enthält kein OpenTimelineIO: Sie ist kein JSON. Eine auswählen, die auf .otio oder .otioz endet.',
  ],
  [
    'The file holds no timeline, so there is nothing to import.',
    'Die Datei enthält keine Timeline, es gibt also nichts zu importieren.',
  ],
  ['{0} more notes of this kind are not listed.', '{0} weitere Hinweise dieser Art sind nicht aufgeführt.'],
];
