# Texts of Inns & Cathedrals for players. The keys are explained in expansions/README.md.

expansion-inns_and_cathedrals = Inns & Cathedrals

option-big_followers = Big followers of each player
option-inns = The rule for inns
option-cathedrals = The rule for cathedrals

set-inns_and_cathedrals_gardens = Inns & Cathedrals with gardens

figure-big_follower = big follower
road-inn = inn
city-cathedral = cathedral

statement-I10 = The tiles
statement-I11 = The big followers
statement-I12 = Two to six players
statement-I13 = Points beyond a lap
statement-I14 = Deployed like a follower
statement-I15 = Where it stands
statement-I16 = Counts as two
statement-I17 = One figure in all else
statement-I18 = No points of its own
statement-I19 = Crop circles and Seduction
statement-I20 = Which road has the inn
statement-I21 = One inn is enough
statement-I22 = A completed road with an inn
statement-I23 = An open road with an inn
statement-I24 = An inn ends no road
statement-I25 = An inn on an occupied road
statement-I26 = City on all sides
statement-I27 = A completed city with a cathedral
statement-I28 = An open city with a cathedral
statement-I29 = A second cathedral
statement-I30 = Fields
statement-I31 = Cities of two tiles
statement-I34 = In castles and as an abbot
statement-I35 = Nobody stands there
statement-I36 = Leaving parts out
