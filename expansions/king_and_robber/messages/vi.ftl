# Lời văn của Nhà vua và Nam tước cướp cho người chơi. Các khóa được giải thích trong expansions/README.md.

expansion-king_and_robber = Nhà vua và Nam tước cướp
option-king_plays = Nhà vua cho thành phố lớn nhất
option-robber_plays = Nam tước cướp cho con đường dài nhất

option-scoring = Giá trị của các danh hiệu
option-scoring-per_feature = Một điểm cho mỗi thành phố hoặc con đường hoàn thành
option-scoring-ten_each = Mười điểm mỗi danh hiệu
option-scoring-fifteen_or_forty = Mười lăm điểm cho một, bốn mươi cho cả hai
option-scoring-continuous = Một điểm mỗi lần hoàn thành trong suốt ván

set-king_and_robber_gardens = Nhà vua và Nam tước cướp, có khu vườn

token-king = Nhà vua
token-robber = Nam tước cướp
cause-king = Nhà vua
cause-robber = Nam tước cướp

statement-KR1 = Ô đất và danh hiệu
statement-KR2 = Nhà vua
statement-KR3 = Thành phố đầu tiên
statement-KR4 = Kích thước bằng nhau
statement-KR5 = Bất kể ai ở đó
statement-KR6 = Một trong nhiều thành phố
statement-KR7 = Nam tước cướp
statement-KR8 = Cả hai danh hiệu
statement-KR9 = Kích thước phải vượt qua
statement-KR10 = Điểm cho thành phố
statement-KR11 = Điểm cho con đường
statement-KR12 = Khi nào đổi chủ
statement-KR14 = Ô tu viện và phà
statement-KR15 = Giá trị danh hiệu
statement-KR16 = Ai được điểm trong suốt ván
statement-KR18 = So sánh những gì
statement-KR17 = Không phải điểm địa điểm
