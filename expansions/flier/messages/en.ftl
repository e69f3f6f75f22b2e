# Texts of the flying machines for players. The keys are explained in expansions/README.md.

expansion-flier = The Flying Machines
option-machines = Whether anybody flies

set-flier = Flying machines
set-flier_gardens = Flying machines with gardens

tile-flying_machine = flying machine

action-fly = Fly with the machine
take_off-cells = How far does it fly?
take_off-landing = Where does the follower come down?
fly_second = Phantom
fly_second-flyer = Does the phantom fly with the machine?

statement-FL1 = The tiles and the arrow
statement-FL2 = Flying instead of deploying
statement-FL3 = As far as the die shows
statement-FL4 = No tile there
statement-FL5 = Coming down
statement-FL6 = No fields, nothing finished
statement-FL7 = No room there
statement-FL8 = Who flies
statement-FL9 = Who does not fly
statement-FL10 = Once in a part of a turn
statement-FL11 = Several in one feature
statement-FL12 = A flight that fails
statement-FL13 = Special monasteries
statement-FL14 = The machine parts nothing
statement-FL15 = The die
