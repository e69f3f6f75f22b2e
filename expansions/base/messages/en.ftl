# Texts of the base game for players. The keys are explained in expansions/README.md.

expansion-base = Carcassonne
edition-first = First edition

option-meeples = Followers in each player's supply
option-tiny_city = Points of a completed city of two tiles
option-field_scoring = How fields score
option-field_scoring-per_field = 3 points for each completed city, in every field
option-field_scoring-per_city = 4 points once for each completed city
option-field_scoring-off = No farmers

set-base = Base game
set-base_gardens = Base game with gardens

feature-road = road
feature-city = city
feature-monastery = monastery
feature-field = field

figure-meeple = follower
role-highwayman = highwayman
role-knight = knight
role-monk = monk
role-farmer = farmer

pile-land = tiles
city-pennants = pennants

place = Where does the tile go?
action = What do you do on this tile?
action-deploy = Deploy

cause-road = road
cause-city = city
cause-monastery = monastery
cause-field = field

player-red = Red
player-blue = Blue
player-green = Green
player-yellow = Yellow
player-black = Black
player-pink = Pink

statement-B1 = The tiles
statement-B2 = Number of players
statement-B3 = Followers
statement-B4 = Order of play
statement-B5 = Points
statement-B6 = Course of a turn
statement-B7 = Placing a tile
statement-B8 = A tile that fits nowhere
statement-B9 = Deploying a follower
statement-B10 = Only where nobody stands
statement-B11 = Nobody left in the supply
statement-B12 = Farmers stay
statement-B13 = Deploying before scoring
statement-B14 = Completed road
statement-B15 = Completed city
statement-B16 = City of two tiles
statement-B17 = Completed monastery
statement-B18 = A tile counts once
statement-B19 = Majority and ties
statement-B20 = Followers go home
statement-B21 = All completed features score
statement-B22 = End of the game
statement-B23 = Features that are not completed
statement-B24 = Fields
statement-B25 = Ways to score fields
statement-B26 = Where a field ends
statement-B27 = Cities that a field borders
statement-B28 = Victory
statement-B29 = Gardens
