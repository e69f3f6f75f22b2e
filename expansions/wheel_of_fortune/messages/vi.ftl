# Lời văn của bánh xe may mắn cho người chơi. Các khóa được giải thích trong expansions/README.md.

expansion-wheel_of_fortune = Bánh xe may mắn
option-wheel_turns = Con số làm heo di chuyển
option-crown_spaces = Quân cờ vào các ô vương miện

option-unplaceable = Mảnh đất có số không đặt được ở đâu
option-unplaceable-moved = Đã di chuyển con heo
option-unplaceable-ignored = Không di chuyển con heo
option-famine_majority = Chỉ trả cho nông dân có đa số
option-alone = Điểm của người đứng một mình nơi có hai ô vương miện
option-tax_strength = Hiệp sĩ được tính thế nào khi thu thuế
option-tax_strength-figures = Mỗi người một
option-tax_strength-majority = Như khi tính đa số
option-plague_on_towers = Dịch bệnh cũng thu hồi người hầu trên tháp

set-wheel_stand_in = Các mảnh đất tạm của bánh xe, thay cho trò chơi cơ bản

feature-sector = cung
feature-crown = ô vương miện
figure-the_pig = con heo
role-favourite = người được sủng ái
tile-number = con số

sector-event = cung
sector-event-fortune = May mắn
sector-event-taxes = Thuế
sector-event-famine = Nạn đói
sector-event-storm = Bão tố
sector-event-inquisition = Tòa án dị giáo
sector-event-plague = Dịch bệnh
crown-of_sector = ô vương miện
crown-of_sector-fortune = May mắn
crown-of_sector-taxes = Thuế
crown-of_sector-famine = Nạn đói
crown-of_sector-storm = Bão tố
crown-of_sector-inquisition = Tòa án dị giáo
crown-of_sector-plague = Dịch bệnh

action-crown = Đặt người hầu lên ô vương miện
happen-sick = Bạn thu hồi ai vì dịch bệnh?

cause-the_pig = bánh xe
cause-sector = cung
cause-crown = ô vương miện

statement-W10 = Bàn bánh xe
statement-W11 = Các mảnh đất có số
statement-W12 = Địa điểm ở rìa
statement-W13 = Đường dừng ở bánh xe
statement-W14 = Bốc được mảnh đất có số
statement-W15 = Mảnh đất không đặt được
statement-W16 = Con heo đi bao xa
statement-W17 = Thứ tự các cung
statement-W18 = Trong mỗi phần của lượt
statement-W19 = Người đang chơi trước
statement-W20 = May mắn
statement-W21 = Thuế
statement-W22 = Nạn đói
statement-W23 = Nông dân nào được trả
statement-W24 = Heo và thành phố bị vây
statement-W25 = Bão tố
statement-W26 = Tòa án dị giáo
statement-W27 = Dịch bệnh
statement-W28 = Những người khác ở lại
statement-W29 = Chín ô vương miện (tạm)
statement-W30 = Dùng ô vương miện
statement-W31 = Ô vương miện trả bao nhiêu
statement-W32 = Họ trở về kho
statement-W33 = Hiệp sĩ được tính thế nào khi thu thuế
statement-W34 = Mọi loại người hầu
statement-W35 = Rồng, tháp và cổng
statement-W37 = Nàng tiên
statement-W38 = Dịch bệnh không chạm ô vương miện
statement-W39 = Máy bắn đá
statement-W40 = Phần rìa (tạm)
statement-W41 = Các con số (tạm)
statement-W42 = Những ô nào có số
statement-W43 = Phần tạm chỉ là các mảnh đất
