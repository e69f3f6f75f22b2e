# Lời văn của dòng sông cho người chơi. Các khóa được giải thích trong expansions/README.md.

expansion-river = Dòng sông
option-herds = Đàn heo có giá trị

option-river_turns = Dòng sông được rẽ thế nào
option-river_turns-no_same_turn = Không rẽ hai lần liền về cùng một phía
option-river_turns-reserved_cells = Chỉ chảy tới nơi sáu ô phía trước còn trống
option-spring_tile = Suối nguồn nào là ô bắt đầu
option-spring_tile-plain = Suối nguồn thường
option-spring_tile-with_road = Suối nguồn có đường

set-river_1 = Dòng sông I
set-river_1_gardens = Dòng sông I, có vườn
set-river_2 = Dòng sông II
set-river_2_gardens = Dòng sông II, có vườn
set-gq11_river = Thêm hai ô sông

feature-river = dòng sông
pile-spring = suối nguồn
pile-fork = ngã ba sông
pile-river_bed = các ô sông
pile-lake = hồ nước
pile-last_lake = hồ núi lửa

field-pig_herd = đàn heo

cause-river = dòng sông

statement-RV1 = Các ô đất
statement-RV2 = Suối nguồn là ô bắt đầu
statement-RV3 = Thứ tự của Dòng sông I
statement-RV4 = Thứ tự của Dòng sông II
statement-RV5 = Hai dòng sông cùng lúc
statement-RV6 = Dòng sông chảy tiếp
statement-RV7 = Không rẽ hai lần cùng phía
statement-RV8 = Các ô phía trước phải trống
statement-RV9 = Hai nhánh sau ngã ba
statement-RV10 = Ô không đặt được
statement-RV11 = Lượt chơi như mọi lượt
statement-RV12 = Dòng sông chia cánh đồng
statement-RV13 = Cầu qua sông
statement-RV14 = Hoàn thành bên sông
statement-RV15 = Núi lửa ở hồ cuối
statement-RV16 = Quán trọ của Dòng sông II
statement-RV17 = Đàn heo
statement-RV19 = Tu viện bên sông
statement-RV20 = Thợ xây bên sông
statement-RV21 = Suối nguồn thứ hai
statement-RV18 = Khi nào rút ô đất thường
statement-RV23 = Suối nguồn cạnh một điểm bắt đầu khác
statement-RV24 = Không còn ô sông về sau
