# Texts of the crop circles for players. The keys are explained in expansions/README.md.

expansion-crop_circles = The Crop Circles

option-add_is = Adding a follower under A
option-add_is-compulsory = Everybody who can must add one
option-add_is-optional = Everybody may decline
option-where_added = Where the added follower stands
option-where_added-same_tile = Beside an own follower, on the same tile
option-where_added-same_feature = Anywhere in the same feature

set-crop_circles_1 = Crop circles, first set
set-crop_circles_2 = Crop circles, second set

tile-crop_circle = crop circle
tile-crop_circle-rake = rake
tile-crop_circle-club = club
tile-crop_circle-shield = shield

crop_circle = Crop circle
crop_circle-letter = A or B?
crop_circle-letter-add = A: everybody adds a follower
crop_circle-letter-take_back = B: everybody takes a follower back
crop_circle-leaver = Which follower do you take back?
add_beside-spot = Where do you add a follower?

statement-C1 = The tiles
statement-C2 = Roads and fields are parted
statement-C3 = Nobody stands on a crop circle
statement-C4 = When the action comes
statement-C5 = A letter must be chosen
statement-C6 = A: add a follower
statement-C7 = B: take a follower back
statement-C8 = Order of the players
statement-C9 = One letter for all
statement-C10 = Rake: farmers
statement-C11 = Club: highwaymen
statement-C12 = Shield: knights
statement-C13 = Only where an own follower stands
statement-C14 = Deployed this turn counts
statement-C15 = The letter without a follower
statement-C16 = Nothing to do
statement-C17 = Who is next
statement-C18 = Occupied places are allowed
statement-C19 = No points
statement-C20 = Must or may under A
statement-C21 = Nobody left in the supply
statement-C22 = Where the added follower stands
statement-C23 = Before a second part of the turn
statement-C24 = The place makes the type
statement-C25 = Which follower may be added
statement-C26 = Followers elsewhere
statement-C27 = An empty board
statement-C28 = The follower of this turn
statement-C29 = No farmers
statement-C30 = Example A
statement-C31 = Example B
