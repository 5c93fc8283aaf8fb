import { readUnits } from './unit-table.ts';

export const energyUnits = [
  ...readUnits(
    'energy',
    `JOU | J | J | 1 | joule, joules
KJO | kJ | kJ | 1000 | kilojoule, kilojoules
3B | MJ | MJ | 1000000 | megajoule, megajoules
GV | GJ | GJ | 1000000000 | gigajoule
WHR | W.h | Wh | 3600 | watt hour, watt hours, Wattstunde
KWH | kW.h | kWh | 3600000 | kilowatt hour, kilowatt hours, Kilowattstunde
MWH | MW.h | MWh | 3600000000 | megawatt hour, Megawattstunde
GWH | GW.h | GWh | 3600000000000 | gigawatt hour
D70 | cal_IT | cal | 4.1868 | calorie, calories, Kalorie, Kalorien
E14 | kcal_IT | kcal | 4186.8 | kilocalorie, kilocalories, Kilokalorie, Kilokalorien
BTU | [Btu_IT] | BTU | 1055.05585262 | British thermal unit`,
  ),
  ...readUnits(
    'power',
    `WTT | W | W | 1 | watt, watts
C31 | mW | mW | 0.001 | milliwatt
KWT | kW | kW | 1000 | kilowatt, kilowatts
MAW | MW | MW | 1000000 | megawatt
A90 | GW | GW | 1000000000 | gigawatt
HJ | 75.m.kgf/s | PS (power) | 735.49875 | metric horse power, metric horsepower, Pferdestärke, ch, cv
BHP | [HP] | hp | 745.69987158227022 | horsepower, brake horse power
2I | [Btu_IT]/h | BTU/h | 1055.05585262/3600 | British thermal unit per hour`,
  ),
  ...readUnits(
    'apparent power',
    `D46 | V.A | VA | 1 | volt-ampere, volt ampere, Voltampere
KVA | kV.A | kVA | 1000 | kilovolt-ampere, kilovolt ampere
MVA | MV.A | MVA | 1000000 | megavolt-ampere`,
  ),
  ...readUnits(
    'temperature',
    `KEL | K | K | 1 | kelvin
CEL | Cel | °C | 1+273.15 | degree Celsius, degrees Celsius, Grad Celsius, Celsius
FAH | [degF] | °F | 5/9+459.67 | degree Fahrenheit, degrees Fahrenheit, Fahrenheit`,
  ),
];
