# Texts of the ferries for players. The keys are explained in expansions/README.md.

expansion-ferries = The Ferries
option-ferries_run = There are ferries

set-ferries = Ferries

feature-lane = way over the lake
token-ferry = ferry

cause-lane = the lake

place_ferry = Ferry
place_ferry-lane = Between which roads do you lay the ferry?
change_ferries = Ferries
change_ferries-lane = Do you move a ferry?

statement-FR1 = The tiles and ferries
statement-FR2 = A ferry must be laid
statement-FR3 = The action comes first
statement-FR4 = A ferry may be moved
statement-FR5 = Only the nearest, and once
statement-FR6 = Roads part and join
statement-FR7 = Roads completed by a ferry
statement-FR8 = The lake counts once
statement-FR9 = A ferry is no follower
statement-FR10 = Fields stay as they are
statement-FR11 = A ferry and the builder
statement-FR12 = The new ferry first
statement-FR13 = The lake ends roads
