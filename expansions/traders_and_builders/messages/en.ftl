# Texts of Traders & Builders for players. The keys are explained in expansions/README.md.

expansion-traders_and_builders = Traders & Builders

option-builders = Builders of each player
option-pigs = Pigs of each player
option-goods_sets = Sets of tokens of goods
option-trade = Goods in cities

set-traders_and_builders_gardens = Traders & Builders with gardens

figure-builder = builder
figure-pig = pig
token-wine = wine
token-grain = grain
token-cloth = cloth
city-goods = goods
cause-wine = most wine
cause-grain = most grain
cause-cloth = most cloth

statement-T10 = The tiles
statement-T11 = Builder and pig
statement-T12 = Only on the tile just placed
statement-T13 = Where an own follower stands
statement-T14 = A piece of it on the tile
statement-T15 = One builder each
statement-T16 = Not where the tile completes
statement-T17 = No other way for a builder
statement-T18 = The double turn
statement-T19 = Not with the builder's own tile
statement-T20 = Anywhere, completed or not
statement-T21 = Never a third part
statement-T22 = The builder anew
statement-T23 = An abbey and the builder
statement-T25 = When the builder goes home
statement-T26 = No points for builders
statement-T27 = Nothing left to draw
statement-T28 = Where the pig goes
statement-T29 = When the pig goes home
statement-T30 = Four points instead of three
statement-T31 = Five points instead of four
statement-T32 = A pig without a majority
statement-T33 = A pig and a barn
statement-T34 = Goods of a completed city
statement-T35 = Several cities
statement-T36 = Goods of the second part
statement-T37 = The tokens
statement-T38 = No points for the city
statement-T39 = Ten points for most of a kind
statement-T40 = Open and not traded
statement-T42 = Leaving parts out
statement-T43 = Double turns with other expansions
