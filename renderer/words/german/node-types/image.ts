import type { NodeTypePhrases } from './phrases.ts';

/** Pictures. */
export const imageNodes: NodeTypePhrases = {
  'image/solid': {
    title: ['Solid color', 'Farbfläche'],
    description: [
      'Makes an image of one color, see-through if the color is.',
      'Erstellt ein Bild in einer Farbe, durchsichtig, wenn die Farbe es ist.',
    ],
    tags: 'Hintergrund leer füllen erzeugen',
  },
  'image/gradient': {
    title: ['Gradient', 'Verlauf'],
    description: [
      'Paints a smooth change between two or three colors, along a line or outwards from the middle. Angle 0 runs upwards, 90 to the right; a start and an end say exactly where it goes.',
      'Malt einen weichen Übergang zwischen zwei oder drei Farben, entlang einer Linie oder von der Mitte nach außen. Winkel 0 läuft nach oben, 90 nach rechts; Anfang und Ende sagen genau, wo er läuft.',
    ],
    tags: 'Farbverlauf Hintergrund Farben linear radial',
  },
  'image/noise': {
    title: ['Noise', 'Rauschen'],
    description: [
      'Makes a random texture between two colors: fine grain, soft spots, or clouds of several sizes. The same seed always gives the same picture.',
      'Erstellt eine zufällige Textur zwischen zwei Farben: feines Korn, weiche Flecken oder Wolken in mehreren Größen. Derselbe Startwert ergibt immer dasselbe Bild.',
    ],
    tags: 'Textur Korn Wolken Perlin Zufall',
  },
  'image/text-card': {
    title: ['Text card', 'Texttafel'],
    description: [
      'Sets text on a plain or see-through card. Lines wrap by themselves, and text that would not fit is made smaller.',
      'Setzt Text auf eine einfarbige oder durchsichtige Tafel. Zeilen brechen von selbst um, und Text, der nicht passen würde, wird kleiner.',
    ],
    tags: 'Titel Untertitel Schrift Typografie',
  },
  'image/resize': {
    title: ['Resize', 'Bildgröße'],
    description: [
      'Gives an image another size. A width or height of 0 follows from the other side. With both set, Fit says whether to crop (cover), add a background (contain), stretch (fill), or stay inside or outside the box.',
      'Gibt einem Bild eine andere Größe. Breite oder Höhe 0 folgt aus der anderen Seite. Sind beide gesetzt, sagt „Anpassung“, ob zugeschnitten, mit Hintergrund ergänzt oder gestreckt wird, oder ob das Bild innerhalb oder außerhalb des Rahmens bleibt.',
    ],
    tags: 'skalieren Größe Breite Höhe verkleinern vergrößern',
  },
  'image/crop': {
    title: ['Crop', 'Zuschneiden'],
    description: [
      'Cuts a rectangle out of an image. A width or height of 0 goes on to the edge. With an aspect, the rectangle is cut further, as near to the focal point as it goes.',
      'Schneidet ein Rechteck aus einem Bild. Breite oder Höhe 0 reicht bis zum Rand. Mit einem Seitenverhältnis wird das Rechteck weiter beschnitten, so nah am Bildschwerpunkt wie möglich.',
    ],
    tags: 'Ausschnitt Rechteck beschneiden Seitenverhältnis Schwerpunkt',
  },
  'image/perspective': {
    title: ['Perspective', 'Perspektive'],
    description: [
      'Straightens what lies between four corners of an image, such as a page or a house front, or puts the corners of the image there. Corners are parts of width and height: 0 is the left or upper edge, 1 the right or lower one.',
      'Richtet gerade, was zwischen vier Ecken eines Bildes liegt, etwa eine Seite oder eine Hausfront, oder bringt die Ecken des Bildes dorthin. Ecken sind Teile von Breite und Höhe: 0 ist der linke oder obere Rand, 1 der rechte oder untere.',
    ],
    tags: 'Ecken entzerren verzerren stürzende Linien Viereck',
  },
  'image/rotate': {
    title: ['Rotate', 'Drehen'],
    description: [
      'Turns an image clockwise. It grows to hold its corners; the background fills what is new.',
      'Dreht ein Bild im Uhrzeigersinn. Es wächst, damit die Ecken hineinpassen; der Hintergrund füllt, was neu ist.',
    ],
    tags: 'Winkel begradigen Ausrichtung',
  },
  'image/flip': {
    title: ['Flip', 'Spiegeln'],
    description: [
      'Mirrors an image left to right, top to bottom, or both.',
      'Spiegelt ein Bild von links nach rechts, von oben nach unten oder beides.',
    ],
    tags: 'umdrehen kippen',
  },
  'image/blur': {
    title: ['Blur', 'Weichzeichnen'],
    description: [
      'Softens an image with a Gaussian blur. Strength is its standard deviation in pixels; 0 leaves the image as it is.',
      'Zeichnet ein Bild nach Gauß weich. Stärke ist die Standardabweichung in Pixeln; 0 lässt das Bild, wie es ist.',
    ],
    tags: 'Unschärfe Gauß glätten Hintergrund',
  },
  'image/sharpen': {
    title: ['Sharpen', 'Schärfen'],
    description: [
      'Makes edges clearer. Radius says how wide an edge is, Amount how much stronger it gets.',
      'Macht Kanten klarer. Radius sagt, wie breit eine Kante ist, Stärke, wie viel deutlicher sie wird.',
    ],
    tags: 'scharf Details Klarheit',
  },
  'image/adjust': {
    title: ['Adjust', 'Bildkorrektur'],
    description: [
      'Changes brightness, contrast and saturation (1 leaves them as they are) and turns all hues around the color wheel.',
      'Ändert Helligkeit, Kontrast und Sättigung (1 lässt sie, wie sie sind) und dreht alle Farbtöne im Farbkreis.',
    ],
    tags: 'Helligkeit Kontrast Sättigung Farbton Belichtung',
  },
  'image/gamma': {
    title: ['Gamma', 'Gamma'],
    description: [
      'Makes the middle tones lighter (above 1) or darker (below 1); black and white stay as they are.',
      'Macht mittlere Töne heller (über 1) oder dunkler (unter 1); Schwarz und Weiß bleiben, wie sie sind.',
    ],
    tags: 'Mitteltöne Kurve Helligkeit Belichtung',
  },
  'image/curves': {
    title: ['Curves', 'Gradationskurven'],
    description: [
      'Changes tones by curves that are drawn by hand: one for all channels, and one each for red, green and blue, which come first. In scripts a curve is a list of points [level, result] from 0 to 255, as in {"all": [[0, 0], [128, 160], [255, 255]]}.',
      'Ändert Tonwerte durch Kurven, die von Hand gezeichnet werden: eine für alle Kanäle und je eine für Rot, Grün und Blau, die zuerst kommen. In Skripten ist eine Kurve eine Liste von Punkten [Tonwert, Ergebnis] von 0 bis 255, wie in {"all": [[0, 0], [128, 160], [255, 255]]}.',
    ],
    tags: 'Tonwert Kontrast Farbkorrektur Histogramm Belichtung Kurve',
  },
  'image/color-table': {
    title: ['Color table', 'Farbtabelle'],
    description: [
      'Gives an image the colors of a table in a .cube file, as grading programs write them: of one dimension, or of three with up to 129 steps a side, between which it goes evenly (tetrahedral). Strength mixes with the image as it was.',
      'Gibt einem Bild die Farben einer Tabelle in einer .cube-Datei, wie Programme zur Farbkorrektur sie schreiben: mit einer Dimension, oder mit drei und bis zu 129 Stufen je Seite, zwischen denen es gleichmäßig weitergeht (tetraedrisch). Stärke mischt mit dem Bild, wie es war.',
    ],
    tags: 'LUT Look Farbkorrektur Film Farbe Voreinstellung',
  },
  'image/greyscale': {
    title: ['Grayscale', 'Graustufen'],
    description: [
      'Takes the color out of an image, wholly or by the amount you set.',
      'Nimmt einem Bild die Farbe, ganz oder zu dem eingestellten Teil.',
    ],
    tags: 'schwarzweiß monochrom entsättigen',
  },
  'image/tint': {
    title: ['Tint', 'Einfärben'],
    description: [
      'Gives an image shades of one color and keeps its light and dark, like an old photo.',
      'Gibt einem Bild Abstufungen einer Farbe und behält Hell und Dunkel, wie ein altes Foto.',
    ],
    tags: 'Tonung Sepia Duplex Farbe monochrom',
  },
  'image/invert': {
    title: ['Invert', 'Umkehren'],
    description: [
      'Turns every color into its opposite, as in a photographic negative. Transparency stays.',
      'Macht aus jeder Farbe ihr Gegenteil, wie bei einem Fotonegativ. Transparenz bleibt.',
    ],
    tags: 'Negativ invertieren Gegenteil',
  },
  'image/threshold': {
    title: ['Threshold', 'Schwellenwert'],
    description: [
      'Makes everything at least as bright as the level white and the rest black; with colors on, for red, green and blue each.',
      'Macht alles weiß, was mindestens so hell ist wie der Pegel, und den Rest schwarz; mit Farben einzeln für Rot, Grün und Blau.',
    ],
    tags: 'schwarzweiß binär Schablone Maske Poster',
  },
  'image/composite': {
    title: ['Composite', 'Überlagern'],
    description: [
      'Lays one image over another, with a blend mode and opacity. Fit sizes the overlay to the base first, then Scale; Place and the offsets say where it goes, and it turns around its middle. What hangs over the edge is cut off.',
      'Legt ein Bild über ein anderes, mit Mischmodus und Deckkraft. „Anpassung“ bringt die Auflage zuerst auf die Größe der Grundlage, dann „Maßstab“; „Lage“ und Versatz sagen, wohin sie kommt, und sie dreht sich um ihre Mitte. Was übersteht, wird abgeschnitten.',
    ],
    tags: 'mischen Ebene zusammenfügen Wasserzeichen multiplizieren',
  },
  'image/mask': {
    title: ['Mask', 'Maske'],
    description: [
      'Makes parts of an image see-through by a second one: where the mask is white the image stays, where it is black it goes. The mask is stretched to fit.',
      'Macht Teile eines Bildes mit einem zweiten durchsichtig: Wo die Maske weiß ist, bleibt das Bild, wo sie schwarz ist, verschwindet es. Die Maske wird passend gestreckt.',
    ],
    tags: 'Alpha transparent freistellen Schablone',
  },
  'image/mask-from-transparency': {
    title: ['Mask from transparency', 'Maske aus Transparenz'],
    description: [
      'Makes a mask of what one sees through in an image: white where the image is, black where it is not, gray in between.',
      'Macht eine Maske daraus, wo ein Bild durchsichtig ist: weiß, wo das Bild ist, schwarz, wo nicht, dazwischen grau.',
    ],
    tags: 'Alpha Auswahl freistellen Silhouette',
  },
  'image/mask-from-color': {
    title: ['Mask from color', 'Maske aus Farbe'],
    description: [
      'Makes a mask of one color: white where the image has it, black elsewhere. Tolerance says how different a color may look, where 100 is as far as black from white; Softness lets the mask fade out beyond.',
      'Macht eine Maske aus einer Farbe: weiß, wo das Bild sie hat, sonst schwarz. Toleranz sagt, wie anders eine Farbe aussehen darf, wobei 100 so weit ist wie Schwarz von Weiß; Weichheit lässt die Maske dahinter auslaufen.',
    ],
    tags: 'Greenscreen Auswahl Farbbereich freistellen',
  },
  'image/mask-edge': {
    title: ['Mask edge', 'Maskenrand'],
    description: [
      'Grows, shrinks or feathers a mask. Grow is in pixels: above 0 the white part grows, below 0 it shrinks, around corners evenly. Feather is the standard deviation of a Gaussian blur.',
      'Verschiebt den Rand einer Maske und macht ihn weich. Wachsen ist in Pixeln: über 0 wächst der weiße Teil, unter 0 schrumpft er, um Ecken herum gleichmäßig. Weiche Kante ist die Standardabweichung eines Gaußschen Weichzeichners.',
    ],
    tags: 'erweitern verkleinern Kante weich wachsen schrumpfen',
  },
  'image/combine-masks': {
    title: ['Combine masks', 'Masken verbinden'],
    description: [
      'Makes one mask of two: all that either has (add), what the first has without the second (subtract), what both have (intersect), or what only one has (exclude). The second is stretched to the size of the first.',
      'Macht aus zwei Masken eine: was eine von beiden hat (hinzufügen), was die erste ohne die zweite hat (abziehen), was beide haben (schneiden) oder was nur eine hat (ausschließen). Die zweite wird auf die Größe der ersten gestreckt.',
    ],
    tags: 'addieren abziehen schneiden Vereinigung Differenz Auswahl',
  },
  'image/pad': {
    title: ['Pad', 'Rand erweitern'],
    description: [
      'Adds room around an image: in a color, or by carrying on, repeating or mirroring what is at its edge.',
      'Gibt einem Bild mehr Platz ringsum: in einer Farbe, oder indem fortgesetzt, wiederholt oder gespiegelt wird, was am Rand ist.',
    ],
    tags: 'Fläche Rand Leinwand Abstand',
  },
  'image/border': {
    title: ['Border', 'Umrandung'],
    description: [
      'Draws a frame around an image: outside, where it makes it larger, or inside, over its edge.',
      'Zeichnet einen Rahmen um ein Bild: außen, was es größer macht, oder innen über dem Rand.',
    ],
    tags: 'Rahmen Kontur Kante Strich',
  },
  'image/rounded-corners': {
    title: ['Rounded corners', 'Runde Ecken'],
    description: [
      'Rounds the corners of an image; what is outside becomes see-through. In percent of the shorter side, 50 makes a square a circle.',
      'Rundet die Ecken eines Bildes ab; was außen liegt, wird durchsichtig. In Prozent der kürzeren Seite macht 50 aus einem Quadrat einen Kreis.',
    ],
    tags: 'Radius Kreis Avatar weich',
  },
  'image/drop-shadow': {
    title: ['Drop shadow', 'Schlagschatten'],
    description: [
      'Lays the shadow of an image below it, as its transparency shapes it. With an offset of 0 and a bright color it glows around the shape. The image grows to hold all of the shadow, or keeps its size.',
      'Legt unter ein Bild seinen Schatten, wie seine Transparenz ihn formt. Mit Versatz 0 und einer hellen Farbe leuchtet es um die Form. Das Bild wächst, damit der ganze Schatten hineinpasst, oder behält seine Größe.',
    ],
    tags: 'Schatten Schein nach außen Tiefe Aufkleber',
  },
  'image/glow': {
    title: ['Glow', 'Leuchten'],
    description: [
      'Lets the bright parts of an image shine into what is around them. Threshold says from which brightness on; Radius is the standard deviation of the blur in pixels.',
      'Lässt die hellen Teile eines Bildes in ihre Umgebung strahlen. Schwelle sagt, ab welcher Helligkeit; Radius ist die Standardabweichung des Weichzeichners in Pixeln.',
    ],
    tags: 'Bloom Schein Licht verträumt Lichter',
  },
  'image/vignette': {
    title: ['Vignette', 'Vignette'],
    description: [
      'Lets an image fade into a color towards its corners. Size is where that begins, from 0 in the middle to 100 at the corners; Softness is how long it takes; Roundness 0 follows the shape of the image, and 1 is a circle.',
      'Lässt ein Bild zu den Ecken hin in eine Farbe übergehen. Größe ist, wo das beginnt, von 0 in der Mitte bis 100 in den Ecken; Weichheit, wie lange es dauert; Rundung 0 folgt der Form des Bildes, und 1 ist ein Kreis.',
    ],
    tags: 'abdunkeln Ecken Objektiv Foto Rahmen',
  },
  'image/halftone': {
    title: ['Halftone', 'Halbtonraster'],
    description: [
      'Prints an image as dots, lines or squares whose size is its darkness: in one ink on paper, or in the four inks of print (CMYK), each at an angle of its own.',
      'Druckt ein Bild als Punkte, Linien oder Quadrate, deren Größe seine Dunkelheit ist: in einer Farbe auf Papier oder in den vier Farben des Drucks (CMYK), jede in ihrem eigenen Winkel.',
    ],
    tags: 'Druck Punkte Raster Comic Zeitung',
  },
  'image/contact-sheet': {
    title: ['Contact sheet', 'Kontaktbogen'],
    description: [
      'Lays images out in a grid of even cells: up to nine, and all of a list behind them. Columns 0 makes the grid as square as it goes.',
      'Legt Bilder in gleich großen Zellen aus: bis zu neun, und dahinter alle einer Liste. Mit 0 Spalten wird der Bogen so quadratisch wie möglich.',
    ],
    tags: 'Raster Collage Montage Übersicht Kacheln',
  },
  'image/convert': {
    title: ['Convert', 'Bildformat'],
    description: [
      'Saves an image in another file format. Quality weighs size against detail for JPEG, WebP and AVIF; PNG and TIFF lose nothing, WebP and GIF keep animations. JPEG holds no transparency, so the background shows there.',
      'Speichert ein Bild in einem anderen Dateiformat. Qualität wägt bei JPEG, WebP und AVIF Größe gegen Details ab; PNG und TIFF verlieren nichts, WebP und GIF behalten Animationen. JPEG kennt keine Transparenz, dort zeigt sich der Hintergrund.',
    ],
    tags: 'umwandeln konvertieren Qualität komprimieren exportieren',
  },
  'image/info': {
    title: ['Image info', 'Bildangaben'],
    description: [
      'Tells an image’s width and height in pixels, its shape (width divided by height), format and more.',
      'Nennt Breite und Höhe eines Bildes in Pixeln, sein Seitenverhältnis (Breite geteilt durch Höhe), Format und mehr.',
    ],
    tags: 'Größe Breite Höhe Metadaten Format',
  },
  'image/dominant-color': {
    title: ['Dominant color', 'Hauptfarbe'],
    description: [
      'Finds the color that fills most of an image, and a palette of its main colors. See-through parts do not count.',
      'Findet die Farbe, die den größten Teil eines Bildes füllt, und eine Palette seiner Hauptfarben. Durchsichtiges zählt nicht.',
    ],
    tags: 'Palette Durchschnitt Farben',
  },
  'image/color-at': {
    title: ['Color at a point', 'Farbe an einem Punkt'],
    description: [
      'Reads the color at a point of an image, or the mean of a square around it. Places are parts of width and height: 0 is the left or upper edge, 1 the right or lower one.',
      'Liest die Farbe an einem Punkt eines Bildes oder das Mittel eines Quadrats um ihn. Orte sind Teile von Breite und Höhe: 0 ist der linke oder obere Rand, 1 der rechte oder untere.',
    ],
    tags: 'Pipette messen wählen',
  },
};
