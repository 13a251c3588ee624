import type { NodeTypePhrases } from './phrases.ts';

/** Sound, videos and films. */
export const soundAndFilmNodes: NodeTypePhrases = {
  'audio/tone': {
    title: ['Tone', 'Ton'],
    description: [
      'Makes a steady tone of a pitch, a length and a loudness.',
      'Erzeugt einen gleichmäßigen Ton mit Tonhöhe, Länge und Lautstärke.',
    ],
    tags: 'Piep Sinus Frequenz Tonhöhe',
  },
  'audio/trim': {
    title: ['Trim sound', 'Ton trimmen'],
    description: [
      'Cuts a part out of a sound, and fades its ends if you like. A length of 0 goes on to the end.',
      'Schneidet einen Teil aus einem Ton und blendet auf Wunsch die Enden. Die Länge 0 reicht bis zum Ende.',
    ],
    tags: 'schneiden Anfang Ende Länge Blende',
  },
  'audio/gain': {
    title: ['Volume', 'Lautstärke'],
    description: [
      'Makes a sound louder or softer, in decibels. Normalize first brings its loudest moment to full scale, so that 0 is as loud as it goes.',
      'Macht einen Ton lauter oder leiser, in Dezibel. „Normalisieren“ bringt zuerst die lauteste Stelle auf Vollaussteuerung, sodass 0 so laut wie möglich ist.',
    ],
    tags: 'Pegel Verstärkung Dezibel normalisieren',
  },
  'audio/normalize': {
    title: ['Loudness', 'Lautheit'],
    description: [
      'Brings a sound to a loudness in LUFS, as EBU R 128 measures it: -23 for television, about -14 to -16 for the web. It stays below the highest peak you set, and is then softer than wanted.',
      'Bringt einen Ton auf eine Lautheit in LUFS, wie EBU R 128 sie misst: -23 fürs Fernsehen, etwa -14 bis -16 fürs Web. Er bleibt unter der höchsten Spitze, die du festlegst, und ist dann leiser als gewollt.',
    ],
    tags: 'LUFS Lautheit normalisieren Pegel Spitze Rundfunk',
  },
  'audio/speed': {
    title: ['Speed of sound', 'Tempo des Tons'],
    description: [
      'Plays a sound faster or slower: 2 is twice as fast, 0.5 half as fast. The pitch stays as it is, for which ffmpeg is needed, or changes with the speed as on a tape.',
      'Spielt einen Ton schneller oder langsamer: 2 ist doppelt so schnell, 0,5 halb so schnell. Die Tonhöhe bleibt, wofür ffmpeg gebraucht wird, oder ändert sich mit dem Tempo wie auf einem Tonband.',
    ],
    tags: 'Tempo langsam schnell Tonhöhe dehnen',
  },
  'audio/join': {
    title: ['Join sounds', 'Töne verbinden'],
    description: [
      'Plays sounds one after the other: up to four, and all of a list behind them. They may fade into each other, or have silence between them. The result has the highest sample rate and the most channels of all.',
      'Spielt Töne nacheinander: bis zu vier und dahinter alle einer Liste. Sie blenden auf Wunsch ineinander oder haben Stille dazwischen. Das Ergebnis hat die höchste Abtastrate und die meisten Kanäle von allen.',
    ],
    tags: 'anhängen aneinander Folge überblenden Pause',
  },
  'audio/convert': {
    title: ['Convert sound', 'Ton umwandeln'],
    description: [
      'Saves a sound in another file format: MP3, M4A (AAC), Ogg (Opus), FLAC or WAV. FLAC and WAV lose nothing; of the others more kilobits sound better and take more space. Needs ffmpeg for all but WAV.',
      'Speichert einen Ton in einem anderen Dateiformat: MP3, M4A (AAC), Ogg (Opus), FLAC oder WAV. FLAC und WAV verlieren nichts; bei den anderen klingen mehr Kilobit besser und brauchen mehr Platz. Braucht ffmpeg für alle außer WAV.',
    ],
    tags: 'Format exportieren komprimieren MP3 WAV',
  },
  'audio/mix': {
    title: ['Mix', 'Mischen'],
    description: [
      'Plays sounds at once: up to four, each at its own volume, and all of a list as they are. What would be louder than full scale is turned down as a whole.',
      'Spielt Töne zugleich: bis zu vier, jeden in eigener Lautstärke, und alle einer Liste, wie sie sind. Was übersteuern würde, wird im Ganzen leiser.',
    ],
    tags: 'überlagern Musik Stimme kombinieren',
  },
  'audio/waveform': {
    title: ['Waveform', 'Wellenform'],
    description: [
      'Draws a sound as a picture: time from left to right, loudness from the middle up and down.',
      'Zeichnet einen Ton als Bild: die Zeit von links nach rechts, die Lautstärke von der Mitte nach oben und unten.',
    ],
    tags: 'Bild darstellen zeichnen',
  },
  'video/frames-to-video': {
    title: ['Images to video', 'Bilder zu Video'],
    description: [
      'Shows images one after the other as a video, up to nine and all of a list behind them, with sound if you plug some in. Needs ffmpeg.',
      'Zeigt Bilder nacheinander als Video, bis zu neun und dahinter alle einer Liste, auf Wunsch mit Ton. Braucht ffmpeg.',
    ],
    tags: 'Diashow Animation Frames Sequenz exportieren',
  },
  'video/trim': {
    title: ['Trim video', 'Video trimmen'],
    description: [
      'Cuts a part out of a video, exact to the frame. A length of 0 goes on to the end. HDR becomes usual colors, see-through becomes black. Needs ffmpeg.',
      'Schneidet einen Teil aus einem Video, genau auf den Frame. Die Länge 0 reicht bis zum Ende. Aus HDR werden übliche Farben, Durchsichtiges wird schwarz. Braucht ffmpeg.',
    ],
    tags: 'schneiden Clip Anfang Ende Länge kürzen',
  },
  'video/concatenate': {
    title: ['Join videos', 'Videos verbinden'],
    description: [
      'Plays videos one after the other: up to four, and all of a list behind them. The first sets the picture size and the frames a second; others are fitted into it, and repeat or leave out frames to keep their speed. Videos without sound are silent, sound becomes stereo of 48 kHz, HDR becomes usual colors, see-through becomes black. Needs ffmpeg.',
      'Spielt Videos nacheinander: bis zu vier, und dahinter alle einer Liste. Das erste bestimmt Bildgröße und Framerate; andere werden eingepasst und wiederholen Frames oder lassen welche aus, um ihr Tempo zu halten. Videos ohne Ton sind stumm, Ton wird Stereo mit 48\u00A0kHz, aus HDR werden übliche Farben, Durchsichtiges wird schwarz. Braucht ffmpeg.',
    ],
    tags: 'anhängen Sequenz zusammenfügen',
  },
  'video/thumbnail': {
    title: ['Frame of video', 'Standbild'],
    description: [
      'Takes one picture out of a video, at the time you set, as films show it: upright, in its shape, HDR as usual colors. Needs ffmpeg.',
      'Nimmt ein Bild aus einem Video, zur eingestellten Zeit, wie Filme es zeigen: aufrecht, im richtigen Seitenverhältnis, HDR in üblichen Farben. Braucht ffmpeg.',
    ],
    tags: 'Frame Bild Poster Screenshot',
  },
  'video/extract-audio': {
    title: ['Extract sound', 'Ton herauslösen'],
    description: [
      'Takes the sound out of a video, or turns any sound file into WAV, with its channels, rate and bits. Of several tracks it takes the one that players begin with, or the one you number. Needs ffmpeg.',
      'Nimmt den Ton aus einem Video oder macht aus einer beliebigen Audiodatei WAV, mit ihren Kanälen, ihrer Rate und Bittiefe. Von mehreren Spuren nimmt er die, mit der Player beginnen, oder die mit der angegebenen Nummer. Braucht ffmpeg.',
    ],
    tags: 'Audio Tonspur WAV umwandeln MP3',
  },
  'video/film': {
    title: ['Film of timeline', 'Film der Zeitleiste'],
    description: [
      'Draws and mixes a timeline as the monitor shows it and writes it as MP4, WebM, or its sound alone as WAV; its sound is stereo of 48 kHz. Needs ffmpeg.',
      'Zeichnet und mischt eine Zeitleiste, wie der Monitor sie zeigt, und schreibt sie als MP4, WebM oder nur ihren Ton als WAV; der Ton ist Stereo mit 48\u00A0kHz. Braucht ffmpeg.',
    ],
    tags: 'exportieren rendern Zeitleiste Schnitt',
  },
  'media/probe': {
    title: ['Media info', 'Medienangaben'],
    description: [
      'Tells what is in a video or sound file: its length in seconds, picture size, and every track with its codec.',
      'Sagt, was in einer Video- oder Audiodatei ist: Länge in Sekunden, Bildgröße und jede Spur mit ihrem Codec.',
    ],
    tags: 'Dauer Länge Codec Spuren Auflösung Framerate Metadaten',
  },
};
