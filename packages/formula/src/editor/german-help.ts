import { readHelp } from './help-lines.ts';

export const germanHelp = readHelp(`
list: Fasst Werte und Listen ohne leere Werte zu einer Liste zusammen.
join: Verbindet nicht leere Werte und Listen mit einem Trennzeichen.
first: Liefert das erste Element einer Liste.
last: Liefert das letzte Element einer Liste.
item: Liefert das n-te Element einer Liste; es muss vorhanden sein.
take: Liefert die ersten n Elemente einer Liste.
unique: Entfernt wiederholte Elemente; das erste bleibt.
sort: Sortiert eine Liste: nach Wert, wenn alle Elemente Zahlen sind, sonst nach Zeichen.
count: Liefert die Anzahl der Elemente oder Zeilen.
filled: Prüft, ob ein Wert vorhanden ist; 0, falsch und Leerzeichen sind Werte.
upper: Schreibt alle Buchstaben groß.
lower: Schreibt alle Buchstaben klein.
capitalize: Schreibt den ersten Buchstaben groß.
title: Schreibt den ersten Buchstaben jedes Wortes groß und die übrigen klein.
trim: Entfernt Leerraum an beiden Enden.
squeeze: Entfernt Leerraum an den Enden und verkürzt ihn dazwischen auf ein Leerzeichen; "lines" behält Zeilenenden.
replace: Ersetzt alle Vorkommen eines Textes.
replaceMatch: Ersetzt alle Treffer eines Musters; $1 fügt eine Gruppe ein.
match: Liefert den ersten Treffer eines Musters oder eine seiner Gruppen.
matches: Prüft, ob ein Muster irgendwo im Text passt.
contains: Prüft, ob der Text einen der Teile enthält; Groß- und Kleinschreibung zählt.
startsWith: Prüft, ob der Text mit einem der Teile beginnt.
endsWith: Prüft, ob der Text mit einem der Teile endet.
left: Liefert die ersten n Zeichen.
right: Liefert die letzten n Zeichen.
mid: Liefert n Zeichen ab einer Position.
before: Liefert den Text vor dem ersten Trennzeichen, ohne Trennzeichen den ganzen Text.
after: Liefert den Text nach dem ersten Trennzeichen, ohne Trennzeichen nichts.
pad: Füllt den Text auf n Zeichen auf.
length: Zählt Zeichen.
bytes: Zählt Bytes in UTF-8.
split: Zerlegt den Text in eine Liste von Teilen ohne Leerraum an den Enden.
truncate: Kürzt den Text auf n Zeichen, möglichst am Ende eines Wortes.
truncateBytes: Kürzt den Text auf n Bytes in UTF-8, möglichst am Ende eines Wortes.
stripHtml: Wandelt HTML in einfachen Text um.
html: Wandelt einfachen Text in HTML mit Absätzen um.
keepTags: Entfernt alle HTML-Tags außer den genannten sowie alle Attribute.
fold: Ersetzt Buchstaben mit Akzenten durch einfache Buchstaben.
slug: Macht den Text für eine Adresse geeignet: klein geschrieben, mit Bindestrichen.
number: Liest eine Zahl mit den angegebenen Dezimal- und Gruppenzeichen.
format: Schreibt eine Zahl mit festen Nachkommastellen und den angegebenen Zeichen.
round: Rundet eine Zahl exakt.
abs: Entfernt das Vorzeichen einer Zahl.
min: Liefert die kleinste Zahl.
max: Liefert die größte Zahl.
sum: Addiert Zahlen.
average: Liefert den Mittelwert von Zahlen.
quantity: Liest eine Zahl mit Einheit, zum Beispiel 10 g.
convert: Rechnet eine Menge exakt in eine andere Einheit um.
unit: Liefert die Einheit einer Menge oder die Währung eines Betrags.
amount: Liefert die Zahl einer Menge oder eines Betrags.
money: Verbindet eine Zahl mit einer Währung.
date: Liest ein Datum nach einem Muster wie dd.MM.yyyy.
formatDate: Schreibt ein Datum nach einem Muster in einer Zeitzone.
today: Liefert den heutigen Tag in einer Zeitzone.
addDays: Addiert Tage zu einem Datum.
if: Liefert den einen Wert, wenn eine Bedingung gilt, sonst den anderen.
switch: Liefert das Ergebnis, das zum ersten gleichen Schlüssel gehört.
default: Liefert den ersten Wert, der nicht leer ist.
attempt: Liefert den Ersatzwert, wenn eine Formel ein Problem hat.
filter: Liefert die Elemente, für die eine Bedingung gilt; „it“ ist das Element.
each: Berechnet einen Ausdruck für jedes Element; „it“ ist das Element.
rows: Liefert die Zeilen, für die eine Bedingung gilt; sie liest deren untergeordnete Attribute.
row: Liefert die n-te Zeile, für die eine Bedingung gilt.
lookup: Liest eine Spalte einer Tabelle über ihren Schlüssel.
mapped: Wendet eine Wertzuordnung an.
image: Liefert eine Angabe zu einer Datei: Breite, Höhe, Typ, Größe oder Adresse.
packaging: Liefert Anzahl, IDs oder Mengen der Verpackungsverknüpfungen des Produkts.
account: Liefert ein Feld des Kontos auf dem Kanal.
categoryPath: Liefert die Namen der Kanalkategorie von oben nach unten.
gtin: Prüft eine GTIN und füllt sie mit führenden Nullen auf.
checkDigit: Liefert die GS1-Prüfziffer zu einer Nummer.
`);
