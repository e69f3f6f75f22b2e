# Lời văn của Bóng ma cho người chơi. Các khóa được giải thích trong expansions/README.md.

expansion-phantom = Bóng ma
option-phantoms = Số bóng ma của mỗi người

figure-phantom = bóng ma
second_figure-second = Có đặt thêm bóng ma không?

statement-PH1 = Bóng ma
statement-PH2 = Quân cờ duy nhất của lượt
statement-PH3 = Quân cờ thứ hai
statement-PH4 = Bất kể đã làm gì trước đó
statement-PH5 = Nơi chưa có ai
statement-PH6 = Cổng dịch chuyển và máy bay
statement-PH7 = Lên ngọn tháp
statement-PH9 = Không phải quân cờ khác
statement-PH10 = Như mọi người hầu
statement-PH11 = Không cần quân cờ thứ nhất
statement-PH12 = Vào một khu
statement-PH13 = Trong mỗi phần của lượt đôi
