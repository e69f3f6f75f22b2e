# Lời văn của Quán trọ và Nhà thờ lớn cho người chơi. Các khóa được giải thích trong expansions/README.md.

expansion-inns_and_cathedrals = Quán trọ và Nhà thờ lớn

option-big_followers = Số người hầu lớn của mỗi người chơi
option-inns = Luật quán trọ
option-cathedrals = Luật nhà thờ lớn

set-inns_and_cathedrals_gardens = Quán trọ và Nhà thờ lớn, có khu vườn

figure-big_follower = người hầu lớn
road-inn = quán trọ
city-cathedral = nhà thờ lớn

statement-I10 = Các ô đất
statement-I11 = Người hầu lớn
statement-I12 = Từ hai đến sáu người chơi
statement-I13 = Điểm vượt quá một vòng
statement-I14 = Đặt như một người hầu
statement-I15 = Nơi người hầu lớn đứng
statement-I16 = Được tính là hai
statement-I17 = Ngoài ra chỉ là một quân cờ
statement-I18 = Không có điểm riêng
statement-I19 = Vòng tròn bí ẩn và quyến rũ
statement-I20 = Con đường nào có quán trọ
statement-I21 = Một quán trọ là đủ
statement-I22 = Con đường hoàn thành có quán trọ
statement-I23 = Con đường dở dang có quán trọ
statement-I24 = Quán trọ không kết thúc con đường
statement-I25 = Quán trọ trên con đường đã có người
statement-I26 = Thành phố ở cả bốn cạnh
statement-I27 = Thành phố hoàn thành có nhà thờ lớn
statement-I28 = Thành phố dở dang có nhà thờ lớn
statement-I29 = Nhà thờ lớn thứ hai
statement-I30 = Cánh đồng
statement-I31 = Thành phố hai ô đất
statement-I34 = Trong lâu đài và khi làm tu viện trưởng
statement-I35 = Không có ai ở đó
statement-I36 = Bỏ bớt một phần
