# Texts of the Phantom for players. The keys are explained in expansions/README.md.

expansion-phantom = The Phantom
option-phantoms = Phantoms of each player

figure-phantom = phantom
second_figure-second = Does the phantom come, too?

statement-PH1 = The phantom
statement-PH2 = The one follower of the turn
statement-PH3 = A second figure
statement-PH4 = Whatever was done before
statement-PH5 = Where nobody stands
statement-PH6 = Portal and flying machine
statement-PH7 = Onto a tower
statement-PH9 = No other figure
statement-PH10 = Like any follower
statement-PH11 = Without a first figure
statement-PH12 = Into a quarter
statement-PH13 = In each part of a double turn
