# Texts of the princess and the dragon for players. The keys are explained in expansions/README.md.

expansion-princess_and_dragon = The Princess & the Dragon
option-dragon_plays = Whether there is a dragon
option-portals = Whether portals lead anywhere
option-princesses = Whether princesses send knights away

option-dragon_flies = When the dragon moves
option-dragon_flies-before_scoring = Before the scoring
option-dragon_flies-after_scoring = After the scoring
option-guards_eaten = Whether the dragon reaches followers on towers
option-fairy_plays = Whether there is a fairy
option-fairy_stands = Where the fairy stands
option-fairy_stands-beside_follower = Beside a follower
option-fairy_stands-on_tile = On a tile
option-fairy_at_the_end = Whether she gives points in the final scoring
option-princess_removes = Whether a knight must be sent away
option-princess_removes-optional = May be
option-princess_removes-compulsory = Must be

set-princess_and_dragon = The Princess & the Dragon
set-princess_and_dragon_gardens = The Princess & the Dragon with gardens

figure-dragon = dragon
figure-fairy = fairy
pile-waiting = tiles put aside
tile-volcano = volcano
tile-dragon = dragon
tile-portal = portal
city-princess = princess

action-fairy = Put the fairy beside a follower
action-fairy_to = Put the fairy on a tile
action-princess = Send a knight away
must_send_away-m = Which knight is sent away?
fly-goal = Where does the dragon go?
give_to_ward-lucky = Who gets the fairy's points?

cause-fairy = fairy

statement-PD1 = The tiles and the two figures
statement-PD2 = A volcano brings the dragon
statement-PD3 = Nobody on a volcano
statement-PD4 = Nobody where the dragon stands
statement-PD5 = Dragon tiles before the first volcano
statement-PD6 = A dragon tile sets it moving
statement-PD7 = When the dragon moves
statement-PD8 = Six steps, everybody in turn
statement-PD9 = Where a step may lead
statement-PD10 = No way on
statement-PD11 = Whom the dragon eats
statement-PD12 = Nothing is scored for them
statement-PD13 = A step must be chosen
statement-PD14 = The dragon stays
statement-PD15 = In each part of a turn
statement-PD16 = Putting the fairy
statement-PD17 = Not where she is
statement-PD18 = She keeps the dragon away
statement-PD19 = Her gift at the beginning of a turn
statement-PD20 = Her gift when a feature is scored
statement-PD21 = In the final scoring
statement-PD22 = When her follower leaves
statement-PD23 = Beside whom she stands
statement-PD24 = Only against the dragon
statement-PD25 = Through the portal
statement-PD26 = Only followers
statement-PD27 = Where a portal does not lead
statement-PD28 = A phantom and the portal
statement-PD29 = A knight is sent away
statement-PD30 = This is the action
statement-PD31 = Who does not
statement-PD32 = An empty city
statement-PD33 = Any follower in the city
statement-PD34 = Before the scoring
statement-PD35 = A monastery inside a city
