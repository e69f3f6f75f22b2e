# Texts of the special monasteries for players. The keys are explained in expansions/README.md.

expansion-monasteries = German, Dutch & Belgian Monasteries
option-abbots_lie = A follower may be an abbot there

set-monasteries_beside = Special monasteries beside the ordinary ones

feature-abbacy = abbot's place
role-abbot = abbot
cause-abbacy = an abbot's lines

statement-MO1 = The tiles
statement-MO2 = Monk or abbot
statement-MO3 = A monk
statement-MO4 = An abbot
statement-MO5 = Occupied for both
statement-MO6 = Never completed with an abbot
statement-MO7 = A monk and an abbot
statement-MO8 = Several abbots
statement-MO9 = Which followers
statement-MO10 = Inquisition
statement-MO12 = A gap ends a line
