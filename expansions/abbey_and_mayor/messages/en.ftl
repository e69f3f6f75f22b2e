# Texts of abbey and mayor for players. The keys are explained in expansions/README.md.

expansion-abbey_and_mayor = Abbey & Mayor

option-abbeys = Abbeys of each player
option-mayors = Mayors of each player
option-wagons = Wagons of each player
option-barns = Barns of each player
option-abbeys_at_end = Abbeys may be played after the last tile
option-wagon_move = Where a wagon drives on
option-wagon_move-nearby = To a tile round it
option-wagon_move-connected = Where the scored feature leads
option-barn_beside_barn = A field may get a second barn

set-abbey_and_mayor = Abbey & Mayor
set-abbey_and_mayor_gardens = Abbey & Mayor, with a garden

figure-mayor = mayor
figure-wagon = wagon
figure-barn = barn
role-mayor = mayor

abbey = Abbey
abbey-place = Do you place your abbey?
last_abbeys = Abbey
last_abbeys-place = Do you place your abbey?
wagons = Wagon
wagons-stop_at = Where does your wagon drive?
action-barn = put a barn

statement-M10 = Tiles and figures
statement-M11 = The abbey instead of a tile
statement-M12 = Where an abbey goes
statement-M13 = All edges match it
statement-M14 = What ends at it
statement-M15 = What it completes
statement-M16 = It is a monastery
statement-M17 = The action after it
statement-M19 = Abbeys after the last tile
statement-M20 = No second part and no auction then
statement-M21 = A hole that nobody fills
statement-M22 = A monastery for vineyards and escapes, too
statement-RV22 = No abbey before the river is laid
statement-M23 = A mayor is for cities
statement-M24 = As strong as there are pennants
statement-M25 = A mayor occupies the city
statement-M26 = Nobody counts anything
statement-M27 = Mayor and followers together
statement-M29 = In Carcassonne only in the castle
statement-M31 = A mayor and the flying machine
statement-M32 = Not on a tower
statement-M33 = Where a wagon goes
statement-M34 = It drives on
statement-M35 = Only to a free, open place
statement-M36 = After all scoring
statement-M37 = Order of the wagons
statement-M38 = First edition: where it leads
statement-M39 = Second edition: a tile round it
statement-M40 = Never to a field
statement-M41 = Or it is taken back
statement-M42 = A wagon that does not move
statement-M43 = It moves again in a later part
statement-M44 = A wagon from a quarter
statement-M46 = Where a barn goes
statement-M47 = The barn's field
statement-M48 = Farmers need not be there
statement-M49 = A second barn
statement-M50 = Its farmers score
statement-M51 = They return, the barn stays
statement-M53 = No farmer beside a barn
statement-M54 = Farmers that come to a barn
statement-M55 = A pig beside a barn
statement-M56 = Barns that come together
statement-M57 = Barns at the end
statement-M59 = Nothing takes a barn away
statement-M61 = A field joined to that of a barn
statement-M62 = No barns without fields
