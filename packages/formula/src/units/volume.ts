import { readUnits } from './unit-table.ts';

export const volumeUnits = readUnits(
  'volume',
  `LTR | L | l | 1 | litre, litres, liter, liters, Liter
MLT | mL | ml | 0.001 | millilitre, millilitres, milliliter, milliliters, cc
CLT | cL | cl | 0.01 | centilitre, centiliter, Zentiliter
DLT | dL | dl | 0.1 | decilitre, deciliter, Deziliter
HLT | hL | hl | 100 | hectolitre, hectoliter, Hektoliter
4G | uL | µl | 0.000001 | microlitre, microliter, Mikroliter, μl
MTQ | m3 | m³ | 1000 | cubic metre, cubic metres, cubic meter, cubic meters, Kubikmeter, cbm
DMQ | dm3 | dm³ | 1 | cubic decimetre, cubic decimeter, Kubikdezimeter
CMQ | cm3 | cm³ | 0.001 | cubic centimetre, cubic centimeter, Kubikzentimeter, ccm
MMQ | mm3 | mm³ | 0.000001 | cubic millimetre, cubic millimeter, Kubikmillimeter
INQ | [cin_i] | in³ | 0.016387064 | cubic inch, cubic inches, cu in, Kubikzoll
FTQ | [cft_i] | ft³ | 28.316846592 | cubic foot, cubic feet, cu ft, Kubikfuß
YDQ | [cyd_i] | yd³ | 764.554857984 | cubic yard, cubic yards, cu yd
OZA | [foz_us] | fl oz | 0.0295735295625 | fluid ounce, fluid ounces, fl. oz., fl oz US
OZI | [foz_br] | fl oz (UK) | 0.0284130625 | fluid ounce (UK), imperial fluid ounce, fl oz UK
PTL | [pt_us] | pt | 0.473176473 | pint, pints, liquid pint, pt US
PTI | [pt_br] | pt (UK) | 0.56826125 | pint (UK), imperial pint, pt UK
QTL | [qt_us] | qt | 0.946352946 | quart, quarts, liquid quart, qt US
QTI | [qt_br] | qt (UK) | 1.1365225 | quart (UK), imperial quart, qt UK
GLL | [gal_us] | gal | 3.785411784 | gallon, gallons, gal US
GLI | [gal_br] | gal (UK) | 4.54609 | gallon (UK), imperial gallon, gal UK
BLL | [bbl_us] | bbl | 158.987294928 | barrel, barrels, Barrel
G21 | [cup_us] | cup | 0.2365882365 | cups, Tasse
G24 | [tbs_us] | tbsp | 0.01478676478125 | tablespoon, tablespoons
G25 | [tsp_us] | tsp | 0.00492892159375 | teaspoon, teaspoons`,
);
