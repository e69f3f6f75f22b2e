# Lời văn của trò chơi cơ bản cho người chơi. Các khóa được giải thích trong expansions/README.md.

expansion-base = Carcassonne
edition-first = Ấn bản đầu tiên

option-meeples = Số người hầu trong kho của mỗi người chơi
option-tiny_city = Điểm của thành phố hoàn thành gồm hai mảnh đất
option-field_scoring = Cách tính điểm cánh đồng
option-field_scoring-per_field = 3 điểm cho mỗi thành phố hoàn thành, ở mọi cánh đồng
option-field_scoring-per_city = 4 điểm, một lần cho mỗi thành phố hoàn thành
option-field_scoring-off = Không có nông dân

set-base = Trò chơi cơ bản
set-base_gardens = Trò chơi cơ bản có khu vườn

feature-road = con đường
feature-city = thành phố
feature-monastery = tu viện
feature-field = cánh đồng

figure-meeple = người hầu
role-highwayman = người du hành
role-knight = hiệp sĩ
role-monk = tu sĩ
role-farmer = nông dân

pile-land = các mảnh đất
city-pennants = cờ hiệu

place = Đặt mảnh đất ở đâu?
action = Bạn làm gì trên mảnh đất này?
action-deploy = Đặt quân

cause-road = con đường
cause-city = thành phố
cause-monastery = tu viện
cause-field = cánh đồng

player-red = Đỏ
player-blue = Xanh dương
player-green = Xanh lá
player-yellow = Vàng
player-black = Đen
player-pink = Hồng

statement-B1 = Các mảnh đất
statement-B2 = Số người chơi
statement-B3 = Người hầu
statement-B4 = Thứ tự chơi
statement-B5 = Điểm số
statement-B6 = Diễn biến một lượt
statement-B7 = Đặt mảnh đất
statement-B8 = Mảnh đất không đặt được ở đâu
statement-B9 = Đặt người hầu
statement-B10 = Chỉ nơi chưa có ai
statement-B11 = Kho không còn người hầu
statement-B12 = Nông dân ở lại
statement-B13 = Đặt người hầu trước khi tính điểm
statement-B14 = Con đường hoàn thành
statement-B15 = Thành phố hoàn thành
statement-B16 = Thành phố gồm hai mảnh đất
statement-B17 = Tu viện hoàn thành
statement-B18 = Mỗi mảnh đất chỉ tính một lần
statement-B19 = Đa số và hòa
statement-B20 = Người hầu trở về kho
statement-B21 = Mọi công trình hoàn thành đều được tính điểm
statement-B22 = Kết thúc trò chơi
statement-B23 = Công trình chưa hoàn thành
statement-B24 = Cánh đồng
statement-B25 = Các cách tính điểm cánh đồng
statement-B26 = Ranh giới của cánh đồng
statement-B27 = Thành phố giáp cánh đồng
statement-B28 = Chiến thắng
statement-B29 = Khu vườn
