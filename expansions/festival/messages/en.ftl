# Texts of the Festival for players. The keys are explained in expansions/README.md.

expansion-festival = The Festival

option-guests = Who can be taken back
option-guests-all_figures = Any own figure
option-guests-followers = Only followers
option-guests-nobody = Nobody

tile-festival = festival
action-celebrate = Take a figure back

statement-FE1 = The tiles
statement-FE2 = Take a figure back
statement-FE3 = Not compulsory
statement-FE4 = From anywhere
statement-FE5 = No points
statement-FE6 = Which figures
statement-FE7 = Only own figures
statement-FE8 = The phantom afterwards
statement-FE9 = At once in the supply
statement-FE10 = The tile is not claimed
statement-FE11 = The flock of a shepherd
