# Texts of King & Robber Baron for players. The keys are explained in expansions/README.md.

expansion-king_and_robber = King & Robber Baron
option-king_plays = The King for the largest city
option-robber_plays = The Robber Baron for the longest road

option-scoring = What the awards are worth
option-scoring-per_feature = A point for each completed city or road
option-scoring-ten_each = Ten points each
option-scoring-fifteen_or_forty = Fifteen for one, forty for both
option-scoring-continuous = A point all along for each completion

set-king_and_robber_gardens = King & Robber Baron with gardens

token-king = King
token-robber = Robber Baron
cause-king = the King
cause-robber = the Robber Baron

statement-KR1 = Tiles and awards
statement-KR2 = The King
statement-KR3 = The first city
statement-KR4 = An equal size
statement-KR5 = Whoever stands there
statement-KR6 = One of several cities
statement-KR7 = The Robber Baron
statement-KR8 = Both awards
statement-KR9 = The size to beat
statement-KR10 = Points for cities
statement-KR11 = Points for roads
statement-KR12 = When they change hands
statement-KR14 = Abbeys and ferries
statement-KR15 = What they are worth
statement-KR16 = Who is paid all along
statement-KR18 = What is compared
statement-KR17 = No points for features
