# Texts of Cathars, Siege and Besiegers for players. The keys are explained in expansions/README.md.

expansion-siege = Cathars, Siege and Besiegers
option-sieges = Cities are under siege

option-pig_at_siege = A pig at a besieged city
option-pig_at_siege-doubled = Doubles with it: 8 points
option-pig_at_siege-single = One point more: 7 points
option-escape = When a knight may escape
option-escape-each_part = In each part of a turn
option-escape-each_turn = Once in a turn
option-escape-off = Never
option-near = What a monastery must be near to
option-near-siege_tile = A tile with the siege
option-near-any_tile = Any tile of the city

set-siege_besiegers = Besiegers
set-siege_cathars = Cathars, or Siege

city-besieged = besieged
escape_from_siege-fugitive = Who escapes from the siege?

statement-SG1 = The tiles
statement-SG2 = Besieged cities
statement-SG3 = Completed
statement-SG4 = Not completed
statement-SG5 = With a cathedral
statement-SG6 = Cities of two tiles
statement-SG9 = A besieged castle
statement-SG7 = Fields
statement-SG8 = A pig at a besieged city
statement-SG10 = Near a monastery
statement-SG11 = Any monastery
statement-SG12 = When one may escape
statement-SG13 = No points
statement-SG14 = Nobody escapes
statement-SG15 = As in any city
