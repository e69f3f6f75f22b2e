# Lời văn của bá tước Carcassonne cho người chơi. Các khóa được giải thích trong expansions/README.md.

expansion-count_of_carcassonne = Bá tước Carcassonne
option-courtiers = Quân cờ vào các khu

option-count_moves = Bá tước di chuyển thế nào
option-count_moves-freely = Đến bất kỳ khu phố nào khác, tùy người chơi
option-count_moves-clockwise_round = Sang khu phố kế tiếp
option-count_moves-with_follower = Theo người hầu vừa đi
option-at_the_end = Khu phố nào được rời đi khi kết thúc
option-at_the_end-market_only = Khu chợ
option-at_the_end-all_quarters = Tất cả các khu phố
option-dragon_over_quarters = Rồng có được bay qua các khu phố không
option-quarters_captured = Tháp có bắt được người trong khu phố không
option-abbot_at_cathedral = Tu viện trưởng có được vào nhà thờ lớn không

feature-quarter = khu phố
figure-the_count = bá tước
role-courtier = người trong thành

quarter-name = khu phố
quarter-name-castle = lâu đài
quarter-name-market = khu chợ
quarter-name-blacksmith = lò rèn
quarter-name-cathedral = nhà thờ lớn

send_to_quarter-courtier = Người hầu nào vào khu phố nào?
send_to_quarter-next_seat = Bá tước chuyển đến khu phố nào?
leave_quarters-way_out = Ai rời khu phố trước khi tính điểm?
last_call-way_out = Ai rời khu phố khi kết thúc?

cause-quarter = khu phố

statement-K10 = Khối mười hai mảnh đất
statement-K11 = Xung quanh khối
statement-K12 = Bốn khu phố
statement-K13 = Bá tước bắt đầu ở đâu
statement-K14 = Cùng các điểm bắt đầu khác
statement-K15 = Người hầu trong khu phố
statement-K16 = Khi chỉ người khác ghi điểm
statement-K17 = Chỉ tính điểm của địa điểm
statement-K18 = Một lần trong mỗi phần của lượt
statement-K19 = Khu phố nào, và ai
statement-K20 = Bá tước di chuyển
statement-K21 = Ngoài hành động
statement-K22 = Đi ra trước khi tính điểm
statement-K23 = Nhiều người, lần lượt
statement-K24 = Khu phố của bá tước
statement-K25 = Cả nơi chưa có ai
statement-K26 = Bất kỳ mảnh đất nào của địa điểm
statement-K27 = Hoàn thành trong phần này
statement-K28 = Từ khu chợ vì một kho thóc
statement-K29 = Họ được tính như mọi người khác
statement-K30 = Phần thưởng tính sau
statement-K31 = Lần gọi cuối
statement-K32 = Khu phố nào được rời đi khi kết thúc
statement-K33 = Ai còn lại trong khu phố
statement-K34 = Khối thành phố là một thành phố
statement-K35 = Nhà vua
statement-K36 = Con rồng
statement-K37 = Cổng và máy bay
statement-K38 = Ngọn tháp
statement-K40 = Lễ hội
statement-K41 = Máy bắn đá
