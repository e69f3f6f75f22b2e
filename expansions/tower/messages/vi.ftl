# Lời văn của các ngọn tháp cho người chơi. Các khóa được giải thích trong expansions/README.md.

expansion-tower = Ngọn tháp
option-towers = Người chơi có tầng tháp
option-ransom_before_drawing = Có thể chuộc tù binh trước cả khi rút ô đất

set-tower = Ngọn tháp
set-tower_gardens = Ngọn tháp có khu vườn

feature-tower = ngọn tháp
token-floor = tầng tháp
role-guard = lính gác

action-build = Xây một tầng
action-guard = Đặt lính gác lên tháp
action-ransom = Chuộc một tù binh
early_ransom-prisoner = Bạn có chuộc tù binh trước khi rút ô đất không?
ransom-prisoner = Bạn có chuộc tù binh trước không?
capture-captive = Bạn bắt người hầu nào?
capture-freed = Bạn nhận lại tù binh nào?

cause-tower = ngọn tháp

statement-TW1 = Các mảnh đất và các tầng tháp
statement-TW2 = Nền tháp không phải là địa điểm
statement-TW3 = Xây một tầng
statement-TW4 = Mỗi tầng bắt được một người
statement-TW5 = Tầm với của tháp
statement-TW6 = Ai có thể bị bắt
statement-TW7 = Tù binh và người hầu của mình
statement-TW8 = Mỗi tầng một người
statement-TW9 = Trao đổi tù binh
statement-TW10 = Người được trao đổi trở về kho
statement-TW11 = Tiền chuộc
statement-TW12 = Giá chuộc
statement-TW13 = Mỗi lượt chỉ chuộc một lần
statement-TW14 = Lính gác trên tháp
statement-TW15 = Bất kỳ ngọn tháp nào
statement-TW16 = Lính gác ở lại
statement-TW17 = Tháp lại mở
statement-TW18 = Địa điểm có thể trống trở lại
statement-TW19 = Khi không còn tầng tháp
statement-TW20 = Tù binh không ở trong kho
statement-TW21 = Bóng ma
statement-TW24 = Cầu qua tháp
statement-TW22 = Quân cờ đặc biệt
statement-TW23 = Trước khi tính điểm
statement-TW25 = Vòng tròn cây trồng
