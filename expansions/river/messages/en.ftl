# Texts of the river for players. The keys are explained in expansions/README.md.

expansion-river = The River
option-herds = The herd of pigs counts

option-river_turns = How the river may turn
option-river_turns-no_same_turn = Never twice to the same side
option-river_turns-reserved_cells = Only to where six cells ahead are free
option-spring_tile = Which spring is the start
option-spring_tile-plain = The usual one
option-spring_tile-with_road = The one with a road

set-river_1 = The River I
set-river_1_gardens = The River I, with a garden
set-river_2 = The River II
set-river_2_gardens = The River II, with a garden
set-gq11_river = Two more river tiles

feature-river = river
pile-spring = the spring
pile-fork = the fork
pile-river_bed = river tiles
pile-lake = the lake
pile-last_lake = the volcano lake

field-pig_herd = herd of pigs

cause-river = the river

statement-RV1 = The tiles
statement-RV2 = The spring is the start
statement-RV3 = Order of River I
statement-RV4 = Order of River II
statement-RV5 = Both rivers together
statement-RV6 = The river goes on
statement-RV7 = No two bends the same way
statement-RV8 = Cells ahead are kept free
statement-RV9 = Two ends behind the fork
statement-RV10 = A tile that cannot be placed
statement-RV11 = A turn like any other
statement-RV12 = The river parts fields
statement-RV13 = Bridges
statement-RV14 = Completed at the river
statement-RV15 = The volcano of the last lake
statement-RV16 = The inn of River II
statement-RV17 = The herd of pigs
statement-RV19 = Monasteries by the river
statement-RV20 = A builder by the river
statement-RV21 = A second spring
statement-RV18 = When the land is drawn
statement-RV23 = The spring beside another start
statement-RV24 = No river later
