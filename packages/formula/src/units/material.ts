import { readUnits } from './unit-table.ts';

export const materialUnits = [
  ...readUnits(
    'density',
    `KMQ | kg/m3 | kg/m³ | 1 | kilogram per cubic metre
23 | g/cm3 | g/cm³ | 1000 | gram per cubic centimetre, g/ml, g/mL, gram per millilitre
GL | g/L | g/l | 1 | gram per litre
M1 | mg/L | mg/l | 0.001 | milligram per litre`,
  ),
  ...readUnits(
    'grammage',
    `GM | g/m2 | g/m² | 1 | gram per square metre, gsm
28 | kg/m2 | kg/m² | 1000 | kilogram per square metre`,
  ),
  ...readUnits(
    'linear density',
    `D34 | tex | tex | 1 | gram per kilometre
A47 | dtex | dtex | 0.1 | decitex
A49 | [den] | den | 1/9 | denier
KL | kg/m | kg/m | 1000000 | kilogram per metre`,
  ),
  ...readUnits('thermal conductivity', 'D53 | W/(m.K) | W/(m·K) | 1 | W/mK, watt per metre kelvin'),
  ...readUnits('thermal transmittance', 'D55 | W/(m2.K) | W/(m²·K) | 1 | W/m²K, U-value'),
  ...readUnits(
    'proportion',
    `P1 | % | % | 1 | percent, per cent, Prozent, pct
NX | [ppth] | ‰ | 0.1 | per mille, Promille
59 | [ppm] | ppm | 0.0001 | parts per million`,
  ),
  ...readUnits('acidity', 'Q30 | [pH] | pH | 1 | pH value'),
  ...readUnits(
    'acceleration',
    `MSK | m/s2 | m/s² | 1 | metre per second squared
K40 | [g] | gₙ | 9.80665 | standard gravity`,
  ),
  ...readUnits('fuel consumption', `L/(100.km) | L/(100.km) | l/100 km | 1 | l/100km, litre per 100 kilometres`),
];
