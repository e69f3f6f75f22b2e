# Lời văn của Cathar, Vây hãm và Quân vây thành cho người chơi. Các khóa được giải thích trong expansions/README.md.

expansion-siege = Cathar, Vây hãm và Quân vây thành
option-sieges = Thành phố bị vây

option-pig_at_siege = Con lợn cạnh thành phố bị vây
option-pig_at_siege-doubled = Được nhân đôi: 8 điểm
option-pig_at_siege-single = Thêm một điểm: 7 điểm
option-escape = Khi nào hiệp sĩ có thể trốn thoát
option-escape-each_part = Trong mỗi phần của lượt
option-escape-each_turn = Một lần mỗi lượt
option-escape-off = Không bao giờ
option-near = Tu viện phải ở gần đâu
option-near-siege_tile = Ô đất có quân vây
option-near-any_tile = Bất kỳ ô nào của thành phố

set-siege_besiegers = Quân vây thành
set-siege_cathars = Cathar, hay Vây hãm

city-besieged = bị vây
escape_from_siege-fugitive = Ai trốn khỏi vòng vây?

statement-SG1 = Các ô đất
statement-SG2 = Thành phố bị vây
statement-SG3 = Khi hoàn thành
statement-SG4 = Khi chưa hoàn thành
statement-SG5 = Có nhà thờ lớn
statement-SG6 = Thành phố hai ô đất
statement-SG9 = Lâu đài bị vây
statement-SG7 = Cánh đồng
statement-SG8 = Con lợn cạnh thành phố bị vây
statement-SG10 = Gần tu viện
statement-SG11 = Bất kỳ tu viện nào
statement-SG12 = Khi nào được trốn thoát
statement-SG13 = Không có điểm
statement-SG14 = Không ai trốn thoát
statement-SG15 = Như mọi thành phố
