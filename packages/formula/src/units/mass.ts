import { readUnits } from './unit-table.ts';

export const massUnits = [
  ...readUnits(
    'mass',
    `KGM | kg | kg | 1 | kilogram, kilograms, kilo, kilos, Kilogramm, kilogramme, kilogrammes, kgs
GRM | g | g | 0.001 | gram, grams, Gramm, gramme, grammes, gr, gm
MGM | mg | mg | 0.000001 | milligram, milligrams, Milligramm, milligramme
MC | ug | µg | 0.000000001 | microgram, micrograms, Mikrogramm, mcg, μg
TNE | t | t | 1000 | tonne, tonnes, metric ton, metric tons, Tonne, Tonnen
DTN | dt | dt | 100 | decitonne, Dezitonne, Doppelzentner, quintal
HGM | hg | hg | 0.1 | hectogram, Hektogramm
DG | dg | dg | 0.0001 | decigram, Dezigramm
CGM | cg | cg | 0.00001 | centigram, Zentigramm
ONZ | [oz_av] | oz | 0.028349523125 | ounce, ounces, Unze, Unzen, once, onces
LBR | [lb_av] | lb | 0.45359237 | pound, pounds, lbs, Pfund, livre, livres
STI | [stone_av] | st | 6.35029318 | stone, stones
CWA | [scwt_av] | cwt (US) | 45.359237 | hundredweight (US), cwt US
CWI | [lcwt_av] | cwt (UK) | 50.80234544 | hundredweight (UK), cwt UK
STN | [ston_av] | ton (US) | 907.18474 | short ton, short tons, ton US
LTN | [lton_av] | ton (UK) | 1016.0469088 | long ton, long tons, ton UK
GRN | [gr] | gr (grain) | 0.00006479891 | grain, grains, Gran
DRI | [dr_av] | dr | 0.0017718451953125 | dram, drams
APZ | [oz_tr] | oz t | 0.0311034768 | troy ounce, troy ounces, Feinunze, ozt
CTM | [car_m] | ct | 0.0002 | carat, carats, metric carat, Karat`,
  ),
];
