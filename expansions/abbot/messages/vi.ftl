# Lời văn của Tu viện trưởng cho người chơi. Các khóa được giải thích trong expansions/README.md.

expansion-abbot = Tu viện trưởng
option-abbots = Số tu viện trưởng của mỗi người

feature-garden = khu vườn
figure-abbot = tu viện trưởng
role-gardener = người làm vườn
action-recall = Thu hồi tu viện trưởng và ghi điểm
cause-garden = khu vườn

statement-AB1 = Tu viện trưởng và khu vườn
statement-AB2 = Nơi đặt tu viện trưởng
statement-AB3 = Không ai khác vào khu vườn
statement-AB4 = Điểm cho khu vườn
statement-AB5 = Là tu sĩ trong tu viện
statement-AB6 = Thu hồi tu viện trưởng
statement-AB7 = Không phải khi vừa hoàn thành
statement-AB8 = Không đặt lại trong phần này
statement-AB9 = Chỉ tu viện trưởng ghi điểm
statement-AB11 = Vườn không phải là gì
statement-AB15 = Tu viện đặc biệt
statement-AB10 = Không phải địa điểm hoàn thành
statement-AB14 = Cổng và máy bay
statement-AB12 = Khu vườn không chia cắt gì
statement-AB13 = Một quân cờ mỗi ô đất
statement-AB16 = Bị thu hồi cách khác
statement-AB17 = Sức mạnh và nơi đứng
statement-AB18 = Khi không có khu vườn
statement-AB19 = Khi kết thúc
