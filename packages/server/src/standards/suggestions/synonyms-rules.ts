/**
 * Groups of words that mean the same in names of attributes, in English and German. Words are folded and have no spaces. The first word is
 * the name of the group.
 */
const groups = `
ean gtin gtin13 gtin14 gtin8 gtin12 upc barcode jan strichcode
sku artikelnummer itemnumber articlenumber artnr productcode
id identifier kennung ident
name title titel bezeichnung headline produktname productname
description beschreibung text langtext longdescription bodyhtml details
shortdescription kurzbeschreibung kurztext summary teaser subtitle
brand marke hersteller manufacturer vendor producer maker
mpn manufacturernumber herstellernummer partnumber teilenummer
color colour farbe farbton couleur
size groesse grosse taille
material werkstoff stoff fabric
composition zusammensetzung ingredients zutaten inhaltsstoffe
price preis amount betrag cost verkaufspreis listprice
saleprice angebotspreis sonderpreis discountprice reducedprice
currency waehrung wahrung
availability verfuegbarkeit verfugbarkeit stockstatus
stock bestand inventory quantity menge lagerbestand qty
condition zustand state
weight gewicht mass netweight nettogewicht
grossweight bruttogewicht shippingweight versandgewicht
width breite
height hoehe hohe
length laenge lange
depth tiefe
diameter durchmesser
volume volumen inhalt capacity
image bild picture photo foto bildlink imagelink imageurl mainimage hauptbild
images bilder gallery galerie pictures additionalimage
link url address adresse website webseite producturl
category kategorie producttype warengruppe producttype
family familie productfamily produktfamilie group gruppe
gender geschlecht sex
age alter agegroup altersgruppe
pattern muster
season saison
collection kollektion
style stil
shape form
type typ art
model modell modelname
year jahr
country land
origin herkunft ursprungsland countryoforigin herkunftsland
language sprache
delivery lieferung shipping versand
deliverytime lieferzeit leadtime
tax steuer vat mwst
keywords stichworte schlagworte tags tag
features merkmale highlights bulletpoints bullets vorteile
warranty garantie
care pflege pflegehinweise careinstructions
warning warnhinweis warnings hazard gefahr
energy energie
power leistung watt wattage
voltage spannung volt
frequency frequenz
speed geschwindigkeit
temperature temperatur
screen display bildschirm
memory speicher ram
battery akku batterie
fat fett
protein eiweiss eiweis
carbohydrate kohlenhydrate carbs carbohydrates
sugar zucker
salt salz sodium
calories kalorien brennwert kcal
allergens allergene
organic bio
vegan pflanzlich
label siegel certificate zertifikat certification
package verpackung packaging pack
unit einheit uom
count anzahl number stueckzahl pieces
date datum
start beginn from ab
end ende until bis
video film
document dokument datasheet datenblatt
author autor
publisher verlag
isbn buchnummer
edition auflage
artist kuenstler kunstler
genre gattung
pages seiten
supplier lieferant distributor
code nummer nr no num
`;

/** Words that are ignored in comparisons, because they carry no meaning. */
const fillers = new Set([
  'the',
  'of',
  'a',
  'an',
  'in',
  'der',
  'die',
  'das',
  'des',
  'product',
  'produkt',
  'item',
  'artikel',
  'attribute',
]);

const groupOf = new Map<string, string>(
  groups
    .trim()
    .split('\n')
    .flatMap((line) => {
      const words = line.split(' ');
      return words.map((word): [string, string] => [word, words[0] ?? word]);
    }),
);

const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase();

/** Splits a name into words, at changes of letter case, "_", digits and punctuation. Omits filler words. */
export function wordsOf(name: string): string[] {
  const words = name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{Mark}]+/u)
    .map(fold)
    .filter((word) => word !== '');
  const meaningful = words.filter((word) => !fillers.has(word));
  return meaningful.length === 0 ? words : meaningful;
}

/** Returns the meanings of a name: each word is replaced by the name of its group. A name that is a synonym as a whole has one meaning. */
export function meaningsOf(name: string): string[] {
  const words = wordsOf(name);
  const whole = groupOf.get(words.join(''));
  return whole === undefined ? [...new Set(words.map((word) => groupOf.get(word) ?? word))] : [whole];
}
