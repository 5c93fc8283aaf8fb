import { readUnits } from './unit-table.ts';

export const mechanicsUnits = [
  ...readUnits(
    'time',
    `SEC | s | s | 1 | second, seconds, sec, Sekunde, Sekunden, seconde, secondes
C26 | ms | ms | 0.001 | millisecond, milliseconds, Millisekunde
B98 | us | µs | 0.000001 | microsecond, microseconds, Mikrosekunde, μs
C47 | ns | ns | 0.000000001 | nanosecond, nanoseconds, Nanosekunde
MIN | min | min | 60 | minute, minutes, Minute, Minuten
HUR | h | h | 3600 | hour, hours, hr, hrs, Stunde, Stunden, Std, heure, heures
DAY | d | d | 86400 | day, days, Tag, Tage, jour, jours
WEE | wk | wk | 604800 | week, weeks, Woche, Wochen, semaine, semaines`,
  ),
  ...readUnits(
    'calendar time',
    `MON | mo | mo | 1 | month, months, Monat, Monate, mois
ANN | a | yr | 12 | year, years, Jahr, Jahre, an, ans`,
  ),
  ...readUnits(
    'speed',
    `MTS | m/s | m/s | 1 | metre per second, meters per second, Meter pro Sekunde
KMH | km/h | km/h | 5/18 | kilometre per hour, kilometers per hour, kph, kmh, Kilometer pro Stunde
HM | [mi_i]/h | mph | 0.44704 | mile per hour, miles per hour
KNT | [kn_i] | kn | 463/900 | knot, knots, Knoten`,
  ),
  ...readUnits(
    'rotation',
    `RPM | {rev}/min | rpm | 1 | r/min, revolutions per minute, U/min, Umdrehungen pro Minute, 1/min, min-1
RPS | {rev}/s | r/s | 60 | revolutions per second, rps`,
  ),
  ...readUnits(
    'force',
    `NEW | N | N | 1 | newton, newtons
B47 | kN | kN | 1000 | kilonewton
B37 | kgf | kgf | 9.80665 | kilogram-force, kp, Kilopond
C78 | [lbf_av] | lbf | 4.4482216152605 | pound-force`,
  ),
  ...readUnits(
    'torque',
    `NU | N.m | N m | 1 | Nm, newton metre, newton meter, Newtonmeter
B38 | kgf.m | kgf m | 9.80665 | kilogram-force metre
M92 | [lbf_av].[ft_i] | lbf ft | 1.3558179483314004 | foot-pound, lb-ft, ft-lb`,
  ),
  ...readUnits(
    'pressure',
    `PAL | Pa | Pa | 1 | pascal, Pascal
A97 | hPa | hPa | 100 | hectopascal, Hektopascal
KPA | kPa | kPa | 1000 | kilopascal
MPA | MPa | MPa | 1000000 | megapascal
BAR | bar | bar | 100000 | bars
MBR | mbar | mbar | 100 | millibar
ATM | atm | atm | 101325 | standard atmosphere, Atmosphäre
PS | [psi] | psi | 4448221615260500/645160000000 | lbf/in², pound per square inch, pounds per square inch
HN | mm[Hg] | mmHg | 133.322387415 | millimetre of mercury`,
  ),
  ...readUnits(
    'flow',
    `MQH | m3/h | m³/h | 1 | cubic metre per hour, cbm/h
L2 | L/min | l/min | 0.06 | litre per minute, liters per minute, lpm
E32 | L/h | l/h | 0.001 | litre per hour, liters per hour
G51 | L/s | l/s | 3.6 | litre per second
2L | [cft_i]/min | ft³/min | 1.69901079552 | cubic foot per minute, cfm`,
  ),
];
