# Lời văn của tu viện và thị trưởng cho người chơi. Các khóa được giải thích trong expansions/README.md.

expansion-abbey_and_mayor = Tu viện và thị trưởng

option-abbeys = Số ô tu viện của mỗi người
option-mayors = Số thị trưởng của mỗi người
option-wagons = Số xe ngựa của mỗi người
option-barns = Số kho thóc của mỗi người
option-abbeys_at_end = Được đặt ô tu viện sau ô đất cuối cùng
option-wagon_move = Xe ngựa đi tiếp đến đâu
option-wagon_move-nearby = Đến một ô đất xung quanh
option-wagon_move-connected = Đến nơi nối với địa điểm vừa tính điểm
option-barn_beside_barn = Một cánh đồng được có kho thóc thứ hai

set-abbey_and_mayor = Tu viện và thị trưởng
set-abbey_and_mayor_gardens = Tu viện và thị trưởng, có vườn

figure-mayor = thị trưởng
figure-wagon = xe ngựa
figure-barn = kho thóc
role-mayor = thị trưởng

abbey = Ô tu viện
abbey-place = Bạn có đặt ô tu viện của mình không?
last_abbeys = Ô tu viện
last_abbeys-place = Bạn có đặt ô tu viện của mình không?
wagons = Xe ngựa
wagons-stop_at = Xe ngựa của bạn đi đến đâu?
action-barn = đặt kho thóc

statement-M10 = Các ô đất và quân cờ
statement-M11 = Ô tu viện thay cho ô đất
statement-M12 = Đặt ô tu viện ở đâu
statement-M13 = Cạnh nào cũng khớp
statement-M14 = Những gì dừng lại ở đó
statement-M15 = Những gì được hoàn thành
statement-M16 = Nó là một tu viện
statement-M17 = Hành động sau đó
statement-M19 = Ô tu viện sau ô đất cuối cùng
statement-M20 = Khi đó không có phần thứ hai, không đấu giá
statement-M21 = Chỗ trống không ai lấp
statement-M22 = Cũng là tu viện cho vườn nho và cuộc trốn thoát
statement-RV22 = Chưa đặt ô tu viện khi còn ô sông
statement-M23 = Thị trưởng chỉ vào thành phố
statement-M24 = Mạnh bằng số cờ hiệu
statement-M25 = Thị trưởng chiếm thành phố
statement-M26 = Không ai có sức mạnh
statement-M27 = Thị trưởng cùng quân cờ của mình
statement-M29 = Ở Carcassonne chỉ vào lâu đài
statement-M31 = Thị trưởng và máy bay
statement-M32 = Không lên tháp
statement-M33 = Xe ngựa đứng ở đâu
statement-M34 = Xe ngựa đi tiếp
statement-M35 = Chỉ đến nơi trống, chưa hoàn thành
statement-M36 = Sau khi tính điểm xong
statement-M37 = Thứ tự các xe ngựa
statement-M38 = Bản thứ nhất: nơi có lối nối
statement-M39 = Bản thứ hai: ô đất xung quanh
statement-M40 = Không bao giờ vào cánh đồng
statement-M41 = Hoặc thu về
statement-M42 = Xe ngựa không đi tiếp
statement-M43 = Phần sau lại đi tiếp
statement-M44 = Xe ngựa từ một khu
statement-M46 = Đặt kho thóc ở đâu
statement-M47 = Cánh đồng của kho thóc
statement-M48 = Không cần có nông dân
statement-M49 = Kho thóc thứ hai
statement-M50 = Nông dân ở đó tính điểm
statement-M51 = Nông dân về, kho thóc ở lại
statement-M53 = Không có nông dân mới cạnh kho thóc
statement-M54 = Nông dân gặp kho thóc
statement-M55 = Heo cạnh kho thóc
statement-M56 = Các kho thóc gặp nhau
statement-M57 = Kho thóc cuối ván
statement-M59 = Không gì lấy được kho thóc
statement-M61 = Cánh đồng nối với kho thóc
statement-M62 = Không có cánh đồng thì không có kho thóc
