import type { NodeTypePhrases } from './phrases.ts';

/** Logic, data, models, and what comes out. */
export const flowNodes: NodeTypePhrases = {
  'logic/coalesce': {
    title: ['First set', 'Erster Wert'],
    description: [
      'Passes on the first of its inputs that holds something. Empty text and null count as nothing.',
      'Gibt den ersten Eingang weiter, der etwas enthält. Leerer Text und null zählen als nichts.',
    ],
    tags: 'Vorgabe Ersatz oder leer',
  },
  'logic/compare': {
    title: ['Compare', 'Vergleichen'],
    description: [
      'Asks a question about two values: equal, less, greater, or whether A contains B. Numbers written as text compare as numbers.',
      'Stellt eine Frage zu zwei Werten: gleich, kleiner, größer, oder ob A B enthält. Zahlen, die als Text dastehen, werden als Zahlen verglichen.',
    ],
    tags: 'gleich kleiner größer enthält Bedingung Test',
  },
  'logic/if': {
    title: ['If', 'Wenn'],
    description: [
      'Passes on one of two values: Then when the condition is true, Else when it is not. What leads to the other one alone is not run and costs nothing.',
      'Gibt einen von zwei Werten weiter: „Dann“, wenn die Bedingung wahr ist, sonst „Sonst“. Was nur zum anderen führt, läuft nicht und kostet nichts.',
    ],
    tags: 'Bedingung Weiche wählen Verzweigung if else',
  },
  'logic/switch': {
    title: ['Switch', 'Weiche'],
    description: [
      'Passes on one of up to six branches: by its letter, its number, yes or no (A or B), or a name that you give it. What leads to the others alone is not run and costs nothing; of a list of choices each item takes its own branch.',
      'Gibt einen von bis zu sechs Zweigen weiter: nach seinem Buchstaben, seiner Nummer, ja oder nein (A oder B) oder einem Namen, den man ihm gibt. Was nur zu den anderen führt, läuft nicht und kostet nichts; bei einer Liste nimmt jeder Eintrag seinen eigenen Zweig.',
    ],
    tags: 'Weiche wählen Verzweigung Fall Bedingung auswählen',
  },
  'json/get': {
    title: ['Get value', 'Wert lesen'],
    description: [
      'Takes one value out of data by its path, such as people[0].name or list[-1] for the last.',
      'Nimmt einen Wert aus Daten heraus, über seinen Pfad wie people[0].name oder list[-1] für den letzten.',
    ],
    tags: 'Pfad Feld Eigenschaft auswählen',
  },
  'json/merge': {
    title: ['Merge', 'Objekte vereinen'],
    description: [
      'Joins two objects; where both have a key, the second wins. Deep merges objects inside objects, too.',
      'Fügt zwei Objekte zusammen; haben beide einen Schlüssel, gilt der zweite. „Tief“ vereint auch Objekte in Objekten.',
    ],
    tags: 'verbinden zusammenführen erweitern Liste',
  },
  'json/parse': {
    title: ['Parse JSON', 'JSON lesen'],
    description: [
      'Reads JSON text into data whose parts other nodes can use. Whole numbers of more than 15 digits that would be rounded stay as text.',
      'Liest JSON-Text als Daten, deren Teile andere Knoten verwenden können. Ganze Zahlen mit mehr als 15 Stellen, die gerundet würden, bleiben Text.',
    ],
    tags: 'einlesen dekodieren Daten Objekt',
  },
  'json/set': {
    title: ['Set value', 'Wert setzen'],
    description: [
      'Gives a copy of data with one value set at a path, such as people[0].name. Missing parts on the way are made.',
      'Gibt eine Kopie der Daten mit einem Wert, der an einem Pfad wie people[0].name gesetzt ist. Was auf dem Weg fehlt, entsteht.',
    ],
    tags: 'Pfad ändern schreiben Feld Eigenschaft',
  },
  'json/stringify': {
    title: ['Write JSON', 'JSON schreiben'],
    description: [
      'Writes data as JSON text, on one line or laid out to be read.',
      'Schreibt Daten als JSON-Text, in einer Zeile oder zum Lesen gegliedert.',
    ],
    tags: 'kodieren formatieren Text',
  },
  'ai/text': {
    title: ['Write text', 'Text schreiben'],
    description: [
      'Asks a language model that you connected, also about images. The answer shows while it is written. The same question gives the kept answer; change Variation for another one.',
      'Fragt ein verbundenes Sprachmodell, auch zu Bildern. Die Antwort erscheint, während sie entsteht. Dieselbe Frage ergibt die aufbewahrte Antwort; eine andere Variation eine neue.',
    ],
    tags: 'KI Sprachmodell LLM Chat Prompt',
  },
  'ai/image': {
    title: ['Make an image', 'Bild erstellen'],
    description: [
      'Asks an image model that you connected. The same prompt gives the kept picture; change Variation for another one.',
      'Fragt ein verbundenes Bildmodell. Derselbe Prompt ergibt das aufbewahrte Bild; eine andere Variation ein neues.',
    ],
    tags: 'KI Bildmodell Prompt generieren',
  },
  'ai/data': {
    title: ['Write data', 'Daten schreiben'],
    description: [
      'Asks a language model that you connected for values by name, also about images, and checks that all are there and of their type. Fields has one in each line: title: text, price: number, mood: one of calm, wild, tags: list of text.',
      'Fragt ein verbundenes Sprachmodell nach Werten mit Namen, auch zu Bildern, und prüft, ob alle da und vom richtigen Typ sind. „Felder“ hat in jeder Zeile eines: title: text, price: number, mood: one of calm, wild, tags: list of text.',
    ],
    tags: 'KI Sprachmodell LLM JSON strukturiert Felder auslesen Schema',
  },
  'ai/edit': {
    title: ['Edit an image', 'Bild ändern'],
    description: [
      'Changes an image by words, with an image model that you connected. A mask says where: it is white there, or transparent for OpenAI.',
      'Ändert ein Bild nach Worten, mit einem verbundenen Bildmodell. Eine Maske sagt, wo: Dort ist sie weiß, für OpenAI durchsichtig.',
    ],
    tags: 'KI Bildmodell Retusche Inpainting bearbeiten Maske Prompt',
  },
  'ai/upscale': {
    title: ['Upscale', 'Hochskalieren'],
    description: [
      'Makes an image larger with an upscaling model that you connected, which draws the details that larger pixels would lack.',
      'Macht ein Bild mit einem verbundenen Modell größer, das die Einzelheiten zeichnet, die größeren Pixeln fehlen.',
    ],
    tags: 'KI vergrößern Auflösung Details größer',
  },
  'ai/video': {
    title: ['Make a video', 'Video erstellen'],
    description: [
      'Asks a video model that you connected: by words, from a first frame, or between a first and a last one. It is a job at the service, which goes on while Patchbay is closed.',
      'Fragt ein verbundenes Videomodell: nach Worten, von einem ersten Bild aus oder zwischen einem ersten und einem letzten. Es ist ein Auftrag beim Dienst, der weiterläuft, während Patchbay geschlossen ist.',
    ],
    tags: 'KI Videomodell animieren Prompt generieren Film',
  },
  'ai/speech': {
    title: ['Speak', 'Sprechen'],
    description: [
      'Reads a text aloud with a speech model that you connected. Voice is a name that your service has; empty, it chooses one.',
      'Liest einen Text mit einem verbundenen Sprechmodell vor. „Stimme“ ist ein Name, den der Dienst kennt; leer wählt er eine.',
    ],
    tags: 'KI Stimme vorlesen Sprachausgabe TTS Erzähler',
  },
  'ai/transcribe': {
    title: ['Transcribe', 'Niederschreiben'],
    description: [
      'Writes down what is said in a sound, and when, with a transcription model that you connected. Captions is a file that a timeline takes as a track of captions.',
      'Schreibt nieder, was in einem Ton gesagt wird und wann, mit einem verbundenen Modell. „Untertitel“ ist eine Datei, die eine Zeitleiste als Spur von Untertiteln nimmt.',
    ],
    tags: 'KI Untertitel Spracherkennung SRT VTT Diktat Transkript',
  },
  'control/loop-start': {
    title: ['Loop start', 'Schleifenanfang'],
    description: [
      'Begins a loop: all between here and the Loop end that is plugged into Loop runs once each turn, with the value that the turn before ended with. By itself it gives the first turn.',
      'Beginnt eine Schleife: Alles zwischen hier und dem Schleifenende, das an „Schleife“ hängt, läuft in jeder Runde einmal, mit dem Wert, mit dem die Runde davor endete. Für sich allein gibt er die erste Runde.',
    ],
    tags: 'wiederholen Runde solange Rückkopplung noch einmal',
  },
  'control/loop-end': {
    title: ['Loop end', 'Schleifenende'],
    description: [
      'Ends each turn of a loop: what is plugged into Next value begins the next turn. It stops after the turns of the Loop start, or sooner when Stop is yes. Gives the last value, and those of all turns as a list.',
      'Beendet jede Runde einer Schleife: Was in „Nächster Wert“ steckt, beginnt die nächste. Sie hört nach den Runden des Schleifenanfangs auf, oder früher, wenn „Anhalten“ ja ist. Gibt den letzten Wert und die aller Runden als Liste.',
    ],
    tags: 'wiederholen Runde bis Rückkopplung letzter',
  },
  'control/delay': {
    title: ['Delay', 'Warten'],
    description: [
      'Waits, then passes its value on unchanged. Canceling the run ends the wait at once.',
      'Wartet und gibt dann den Wert unverändert weiter. Wird der Lauf angehalten, endet das Warten sofort.',
    ],
    tags: 'Verzögerung Pause Zeit',
  },
  'control/fail': {
    title: ['Fail', 'Fehlschlagen'],
    description: [
      'Ends the run with your message. Useful to see what a failure looks like.',
      'Beendet den Lauf mit der eigenen Meldung. Zeigt, wie ein Fehlschlag aussieht.',
    ],
    tags: 'Fehler abbrechen Test',
  },
  'output/value': {
    title: ['Output', 'Ausgabe'],
    description: [
      'Marks a value as a result of the run, under the name you give it.',
      'Kennzeichnet einen Wert als Ergebnis des Laufs, unter dem angegebenen Namen.',
    ],
    tags: 'Ergebnis Rückgabe exportieren Ende',
  },
  'output/file': {
    title: ['File output', 'Datei ausgeben'],
    description: [
      'Marks a file as a result of the run, under the name you give it: an image, sound, video or any other.',
      'Kennzeichnet eine Datei als Ergebnis des Laufs, unter dem angegebenen Namen: Bild, Ton, Video oder anderes.',
    ],
    tags: 'Ergebnis speichern exportieren herunterladen',
  },
};
