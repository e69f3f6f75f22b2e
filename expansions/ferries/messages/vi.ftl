# Lời văn của những chuyến phà cho người chơi. Các khóa được giải thích trong expansions/README.md.

expansion-ferries = Những chuyến phà
option-ferries_run = Có phà

set-ferries = Phà

feature-lane = đường qua hồ
token-ferry = phà

cause-lane = hồ nước

place_ferry = Phà
place_ferry-lane = Bạn đặt phà giữa hai con đường nào?
change_ferries = Phà
change_ferries-lane = Bạn có chuyển phà không?

statement-FR1 = Các ô đất và phà
statement-FR2 = Phải đặt phà
statement-FR3 = Hành động trước
statement-FR4 = Được chuyển phà
statement-FR5 = Chỉ phà gần nhất, một lần
statement-FR6 = Con đường tách ra và nối lại
statement-FR7 = Con đường hoàn thành nhờ phà
statement-FR8 = Hồ chỉ tính một lần
statement-FR9 = Phà không phải người hầu
statement-FR10 = Cánh đồng vẫn như cũ
statement-FR11 = Phà và thợ xây
statement-FR12 = Phà mới trước
statement-FR13 = Hồ kết thúc con đường
