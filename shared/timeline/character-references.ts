/** Character references in captions, as HTML has them: `&amp;`, `&#39;`, `&#x2665;`, `&eacute;`. */

/** The names of U+00A0 to U+00FF, in their order. */
const LATIN_NAMES =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

/** Other names, each before its sign. */
const ENTITY_NAMES =
  'amp & lt < gt > quot " apos \' OElig Œ oelig œ Scaron Š scaron š Yuml Ÿ fnof ƒ circ ˆ tilde ˜ ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ dagger † Dagger ‡ bull • hellip … permil ‰ prime ′ Prime ″ lsaquo ‹ rsaquo › oline ‾ frasl ⁄ euro € trade ™ larr ← uarr ↑ rarr → darr ↓ harr ↔ lArr ⇐ rArr ⇒ forall ∀ part ∂ exist ∃ empty ∅ isin ∈ minus − lowast ∗ radic √ infin ∞ and ∧ or ∨ asymp ≈ ne ≠ equiv ≡ le ≤ ge ≥ spades ♠ clubs ♣ hearts ♥ diams ♦ sung ♪ flat ♭ natural ♮ sharp ♯ num # excl ! percnt % dollar $ commat @ ast * plus + comma , period . sol / colon : semi ; equals = quest ? lbrack [ lsqb [ rbrack ] rsqb ] bsol \\ Hat ^ lowbar _ grave ` lbrace { lcub { rbrace } rcub } vert | verbar | hyphen ‐ check ✓ Alpha Α Beta Β Gamma Γ Delta Δ Epsilon Ε Zeta Ζ Eta Η Theta Θ Iota Ι Kappa Κ Lambda Λ Mu Μ Nu Ν Xi Ξ Omicron Ο Pi Π Rho Ρ Sigma Σ Tau Τ Upsilon Υ Phi Φ Chi Χ Psi Ψ Omega Ω alpha α beta β gamma γ delta δ epsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ omicron ο pi π rho ρ sigmaf ς sigma σ tau τ upsilon υ phi φ chi χ psi ψ omega ω inodot ı Zcaron Ž zcaron ž Ccaron Č ccaron č Rcaron Ř rcaron ř Ecaron Ě ecaron ě Uring Ů uring ů Lstrok Ł lstrok ł Aogon Ą aogon ą Eogon Ę eogon ę Cacute Ć cacute ć Nacute Ń nacute ń Sacute Ś sacute ś Zacute Ź zacute ź Zdot Ż zdot ż Gbreve Ğ gbreve ğ Idot İ Scedil Ş scedil ş';

/** Spaces and marks without ink. */
const BLANKS: readonly (readonly [string, string])[] = [
  ['ensp', '\u2002'],
  ['emsp', '\u2003'],
  ['thinsp', '\u2009'],
  ['zwnj', '\u200C'],
  ['zwj', '\u200D'],
  ['lrm', ''],
  ['rlm', ''],
  ['Tab', ' '],
  ['NewLine', '\n'],
];

const NAMED: ReadonlyMap<string, string> = new Map([
  ...LATIN_NAMES.split(' ').map((name, at): [string, string] => [name, String.fromCodePoint(0xa0 + at)]),
  ...ENTITY_NAMES.split(' ').flatMap((name, at, all): [string, string][] =>
    at % 2 === 0 ? [[name, all[at + 1] ?? '']] : [],
  ),
  ...BLANKS,
  // A space that does not break is one in a caption.
  ['nbsp', ' '],
]);

/** What HTML reads for the numbers 128 to 159, which stand for signs of Windows-1252. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

function signOf(code: number): string {
  if (code >= 0x80 && code <= 0x9f) return WINDOWS[code - 0x80] ?? '';
  if (code > 0x10_ffff || (code >= 0xd800 && code <= 0xdfff) || code === 0) return '\uFFFD';
  return String.fromCodePoint(code);
}

const REFERENCE = /&(?:#(\d{1,8})|#[xX]([0-9a-fA-F]{1,7})|([A-Za-z][A-Za-z0-9]{1,20}));/g;

/** A text with its references as the signs that they stand for; one that nobody knows stays as it is. */
export const omitReferences = (text: string): string =>
  text.replace(REFERENCE, (full, decimal?: string, hex?: string, name?: string) => {
    if (decimal !== undefined) return signOf(Number(decimal));
    if (hex !== undefined) return signOf(Number.parseInt(hex, 16));
    return NAMED.get(name ?? '') ?? full;
  });
