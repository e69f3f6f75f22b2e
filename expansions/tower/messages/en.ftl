# Texts of the towers for players. The keys are explained in expansions/README.md.

expansion-tower = The Tower
option-towers = Players have floors
option-ransom_before_drawing = Prisoners may be bought back before a tile is drawn, too

set-tower = The Tower
set-tower_gardens = The Tower with gardens

feature-tower = tower
token-floor = floors
role-guard = guard

action-build = Build a floor
action-guard = Put a guard on a tower
action-ransom = Buy back a prisoner
early_ransom-prisoner = Do you buy back a prisoner before you draw?
ransom-prisoner = Do you buy back a prisoner first?
capture-captive = Which follower do you capture?
capture-freed = Which prisoner do you get back?

cause-tower = tower

statement-TW1 = The tiles and the floors
statement-TW2 = A foundation is no landscape
statement-TW3 = Building a floor
statement-TW4 = A floor captures
statement-TW5 = How far a tower reaches
statement-TW6 = Who can be captured
statement-TW7 = Prisoners and own followers
statement-TW8 = One for each floor
statement-TW9 = Exchange of prisoners
statement-TW10 = Exchanged followers go home
statement-TW11 = Ransom
statement-TW12 = The price of a ransom
statement-TW13 = One ransom in a turn
statement-TW14 = A guard on top
statement-TW15 = Any tower on the board
statement-TW16 = A guard stays
statement-TW17 = The tower is open again
statement-TW18 = A feature may be free again
statement-TW19 = Without a floor
statement-TW20 = Prisoners are not in the supply
statement-TW21 = The phantom
statement-TW24 = A bridge over a tower
statement-TW22 = Special figures
statement-TW23 = Before the scoring
statement-TW25 = Crop circles
