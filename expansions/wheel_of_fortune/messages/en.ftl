# Texts of the wheel of fortune for players. The keys are explained in expansions/README.md.

expansion-wheel_of_fortune = The Wheel of Fortune
option-wheel_turns = Numbers move the pig
option-crown_spaces = Followers go to the crown spaces

option-unplaceable = A numbered tile that fits nowhere
option-unplaceable-moved = It has moved the pig
option-unplaceable-ignored = It has not
option-famine_majority = Whether only farmers with the majority are paid
option-alone = Points of a single follower where there are two crown spaces
option-tax_strength = What a knight counts for taxes
option-tax_strength-figures = One each
option-tax_strength-majority = As in a majority
option-plague_on_towers = Plague takes followers from towers, too

set-wheel_stand_in = Stand-in tiles of the wheel, in the place of the base game's

feature-sector = sector
feature-crown = crown space
figure-the_pig = pig
role-favourite = favourite
tile-number = number

sector-event = sector
sector-event-fortune = Fortune
sector-event-taxes = Taxes
sector-event-famine = Famine
sector-event-storm = Storm
sector-event-inquisition = Inquisition
sector-event-plague = Plague
crown-of_sector = crown space
crown-of_sector-fortune = Fortune
crown-of_sector-taxes = Taxes
crown-of_sector-famine = Famine
crown-of_sector-storm = Storm
crown-of_sector-inquisition = Inquisition
crown-of_sector-plague = Plague

action-crown = Put a follower on a crown space
happen-sick = Whom do you take back because of the plague?

cause-the_pig = wheel
cause-sector = sector
cause-crown = crown space

statement-W10 = The board
statement-W11 = The numbered tiles
statement-W12 = The landscape on the rim
statement-W13 = Roads end at the wheel
statement-W14 = A numbered tile is drawn
statement-W15 = A tile that fits nowhere
statement-W16 = How far the pig goes
statement-W17 = The order of the sectors
statement-W18 = In each part of a turn
statement-W19 = The active player first
statement-W20 = Fortune
statement-W21 = Taxes
statement-W22 = Famine
statement-W23 = Which farmers are paid
statement-W24 = Pigs and besieged cities
statement-W25 = Storm
statement-W26 = Inquisition
statement-W27 = Plague
statement-W28 = All others stay
statement-W29 = Nine crown spaces (stand-in)
statement-W30 = Using a crown space
statement-W31 = What crown spaces pay
statement-W32 = They go home
statement-W33 = What a knight counts for taxes
statement-W34 = Every kind of follower
statement-W35 = Dragon, tower and portal
statement-W37 = The fairy
statement-W38 = Plague spares crown spaces
statement-W39 = The catapult
statement-W40 = The rim (stand-in)
statement-W41 = The numbers (stand-in)
statement-W42 = Which tiles have a number
statement-W43 = Stand-ins are tiles
