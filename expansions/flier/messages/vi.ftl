# Lời văn của máy bay cho người chơi. Các khóa được giải thích trong expansions/README.md.

expansion-flier = Những cỗ máy bay
option-machines = Có ai bay không

set-flier = Những cỗ máy bay
set-flier_gardens = Những cỗ máy bay có khu vườn

tile-flying_machine = cỗ máy bay

action-fly = Cho bay bằng cỗ máy
take_off-cells = Bay xa bao nhiêu ô?
take_off-landing = Người hầu hạ xuống đâu?
fly_second = Bóng ma
fly_second-flyer = Bóng ma có bay bằng máy không?

statement-FL1 = Các mảnh đất và mũi tên
statement-FL2 = Bay thay cho việc đặt người hầu
statement-FL3 = Bay xa theo xúc xắc
statement-FL4 = Không có mảnh đất ở đó
statement-FL5 = Hạ xuống
statement-FL6 = Không hạ xuống cánh đồng hay nơi đã hoàn thành
statement-FL7 = Không có chỗ hạ xuống
statement-FL8 = Ai được bay
statement-FL9 = Ai không được bay
statement-FL10 = Một lần trong mỗi phần của lượt
statement-FL11 = Nhiều người ở cùng một nơi
statement-FL12 = Chuyến bay không thành
statement-FL13 = Tu viện đặc biệt
statement-FL14 = Cỗ máy không chia cắt gì
statement-FL15 = Xúc xắc
