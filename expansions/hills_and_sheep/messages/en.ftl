# Texts of Hills & Sheep for players. The keys are explained in expansions/README.md.

expansion-hills_and_sheep = Hills & Sheep

option-shepherds = Shepherds of each player
option-hills = Hills
option-vineyards = Vineyards
option-closed_field = A closed field with shepherds
option-closed_field-herd = The flocks are brought in at once
option-closed_field-stay = The flocks stay
option-hill_tie = What breaks a tie
option-hill_tie-at_least_one = A follower on a hill
option-hill_tie-by_number = More followers on hills

set-hills_and_sheep = Hills & Sheep

figure-shepherd = shepherd
token-one_sheep = one sheep
token-two_sheep = two sheep
token-three_sheep = three sheep
token-four_sheep = four sheep
token-wolf = wolf
pile-flock = the flock

tile-hill = hill
tile-vineyard = vineyard

shepherds = Shepherds
shepherds-care = Shall your flock grow, or do you bring it in?
shepherds-care-grow = Draw a flock token
shepherds-care-herd = Bring the flock in

statement-HS1 = The pieces
statement-HS2 = Where a shepherd may stand
statement-HS3 = A token for a new shepherd
statement-HS4 = Grow or bring in
statement-HS5 = One choice for each field
statement-HS6 = Bringing in a flock
statement-HS7 = The wolf
statement-HS8 = A closed field
statement-HS9 = Two flocks in one field
statement-HS10 = Flocks at the end
statement-HS11 = A shepherd who leaves
statement-HS12 = No points for a feature
statement-HS13 = The tile under a hill
statement-HS14 = Ties on hills
statement-HS15 = Still equal
statement-HS16 = Vineyards
statement-HS17 = Unfinished monasteries
statement-HS18 = Two special tiles
