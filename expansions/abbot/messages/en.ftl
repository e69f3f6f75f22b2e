# Texts of the Abbot for players. The keys are explained in expansions/README.md.

expansion-abbot = The Abbot
option-abbots = Abbots of each player

feature-garden = garden
figure-abbot = abbot
role-gardener = gardener
action-recall = Take the abbot back and score
cause-garden = a garden

statement-AB1 = Abbots and gardens
statement-AB2 = Where the abbot goes
statement-AB3 = Nobody else in a garden
statement-AB4 = Points for a garden
statement-AB5 = A monk in a monastery
statement-AB6 = Taking the abbot back
statement-AB7 = Not when it is completed
statement-AB8 = Not again in this part
statement-AB9 = Only the abbot scores
statement-AB11 = What a garden is not
statement-AB15 = Special monasteries
statement-AB10 = No completed feature
statement-AB14 = Portals and flying machines
statement-AB12 = A garden parts nothing
statement-AB13 = One follower a tile
statement-AB16 = Taken back otherwise
statement-AB17 = Strength and places
statement-AB18 = Without gardens
statement-AB19 = At the end
