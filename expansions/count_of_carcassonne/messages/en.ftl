# Texts of the Count for players. The keys are explained in expansions/README.md.

expansion-count_of_carcassonne = The Count of Carcassonne
option-courtiers = Followers go to the quarters

option-count_moves = How the Count moves
option-count_moves-freely = To any other quarter, as the player likes
option-count_moves-clockwise_round = One quarter on
option-count_moves-with_follower = Where the follower went
option-at_the_end = Which quarters empty at the end
option-at_the_end-market_only = The market
option-at_the_end-all_quarters = All of them
option-dragon_over_quarters = Whether the dragon may fly over the quarters
option-quarters_captured = Whether a tower reaches followers in quarters
option-abbot_at_cathedral = Whether an abbot may go to the cathedral

feature-quarter = quarter
figure-the_count = Count
role-courtier = courtier

quarter-name = quarter
quarter-name-castle = castle
quarter-name-market = market
quarter-name-blacksmith = blacksmith
quarter-name-cathedral = cathedral

send_to_quarter-courtier = Which follower goes to which quarter?
send_to_quarter-next_seat = To which quarter does the Count move?
leave_quarters-way_out = Who leaves a quarter before the scoring?
last_call-way_out = Who leaves a quarter at the end?

cause-quarter = quarter

statement-K10 = The block of twelve tiles
statement-K11 = What lies around the block
statement-K12 = The four quarters
statement-K13 = Where the Count begins
statement-K14 = With other starts
statement-K15 = Followers in quarters
statement-K16 = When others have scored
statement-K17 = Points for features only
statement-K18 = Once in a part of a turn
statement-K19 = Which quarter, and who
statement-K20 = The Count moves
statement-K21 = Besides the action
statement-K22 = Coming out before the scoring
statement-K23 = Several, one after the other
statement-K24 = The Count's quarter
statement-K25 = Empty features too
statement-K26 = Any tile of the feature
statement-K27 = Completed in this part
statement-K28 = From the market because of a barn
statement-K29 = They count like all others
statement-K30 = Bonuses come afterwards
statement-K31 = The last call
statement-K32 = Which quarters empty at the end
statement-K33 = Who is left in a quarter
statement-K34 = The block as a city
statement-K35 = The King
statement-K36 = The dragon
statement-K37 = Portals and flying machines
statement-K38 = The tower
statement-K40 = The festival
statement-K41 = The catapult
