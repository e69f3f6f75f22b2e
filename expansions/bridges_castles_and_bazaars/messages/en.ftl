# Texts of Bridges, Castles & Bazaars for players. The keys are explained in expansions/README.md.

expansion-bridges_castles_and_bazaars = Bridges, Castles & Bazaars

option-bridges = Bridges
option-castles = Castles
option-bazaars = Bazaars
option-bridge_on_neighbour = Free bridges also beside the tile just placed
option-bridge_after_action = Free bridges also after the action
option-bridge_extends = A bridge over the new tile continues a builder's road
option-castles_for_king = Castles are cities for the King
option-castle_copies = Which of several features a castle copies
option-castle_copies-chosen = The one that its owner chooses
option-castle_copies-highest = The most valuable one
option-unplaced_bazaar = An auction for a bazaar that cannot be placed
option-bids = How much may be bid
option-bids-own_points = One's own points
option-bids-unlimited = Without limit
option-auction = Tiles are sold by auction

set-bridges_castles_and_bazaars = Bridges, Castles & Bazaars

token-bridge = bridge
token-castle = castle

tile-bazaar = bazaar
city-no_castle = no castle here

action-bridge = Place a bridge
refuse-place = Place the tile with a bridge, or draw another one?
castle_points-example = Which feature does the castle copy?
build_late-late_bridge = Do you still place a bridge?
castles-build_castle = Build a castle?
auction-pick = Which tile do you put up?
auction-price = What do you bid for it?
auction-bid = Do you bid more?
sell-keep_tile = Do you keep the tile?

statement-BC1 = The pieces
statement-BC2 = One bridge in a part
statement-BC3 = From field edge to field edge
statement-BC4 = A road above everything
statement-BC5 = What a bridge meets
statement-BC6 = Draw again instead
statement-BC7 = One bridge on a tile
statement-BC8 = A follower on a bridge
statement-BC9 = A tile once
statement-BC10 = Bridges beside the tile
statement-BC12 = Castle bases
statement-BC13 = Building a castle
statement-BC14 = Several followers
statement-BC15 = Who decides first
statement-BC16 = Who stays in the castle
statement-BC17 = The surroundings
statement-BC18 = A castle scores
statement-BC19 = Monasteries and fields
statement-BC20 = The most valuable feature
statement-BC21 = One castle wakes another
statement-BC22 = Not in the same part
statement-BC23 = An empty castle
statement-BC24 = Castles at the end
statement-BC25 = Fields with castles
statement-BC26 = Safe in a castle
statement-BC27 = What a castle does not copy
statement-BC28 = A bazaar
statement-BC29 = The tiles for sale
statement-BC30 = Who puts up a tile
statement-BC31 = Bidding more
statement-BC32 = Buy or sell
statement-BC33 = Nobody bid more
statement-BC34 = The last tile
statement-BC35 = How much may be bid
statement-BC36 = Placing the tile won
statement-BC37 = No auction after an auction
statement-BC38 = No abbey in place of a tile that was won
statement-BC39 = A tile that fits nowhere
statement-BC40 = Without auctions
statement-KR13 = A castle and the King
statement-M45 = A wagon in a castle
statement-M58 = A barn by a castle
statement-T24 = A bridge and the builder
