# Lời văn của Thương nhân và Thợ xây cho người chơi. Các khóa được giải thích trong expansions/README.md.

expansion-traders_and_builders = Thương nhân và Thợ xây

option-builders = Số thợ xây của mỗi người chơi
option-pigs = Số con lợn của mỗi người chơi
option-goods_sets = Số bộ thẻ hàng hóa
option-trade = Hàng hóa trong thành phố

set-traders_and_builders_gardens = Thương nhân và Thợ xây, có khu vườn

figure-builder = thợ xây
figure-pig = con lợn
token-wine = rượu vang
token-grain = ngũ cốc
token-cloth = vải
city-goods = hàng hóa
cause-wine = nhiều rượu vang nhất
cause-grain = nhiều ngũ cốc nhất
cause-cloth = nhiều vải nhất

statement-T10 = Các ô đất
statement-T11 = Thợ xây và con lợn
statement-T12 = Chỉ trên ô đất vừa đặt
statement-T13 = Nơi có người hầu của mình
statement-T14 = Ô đất phải có một phần địa điểm đó
statement-T15 = Mỗi người một thợ xây
statement-T16 = Không vào nơi ô đất vừa hoàn thành
statement-T17 = Thợ xây không đi đường khác
statement-T18 = Lượt đôi
statement-T19 = Không tính ô đất khi đặt thợ xây
statement-T20 = Ở bất kỳ đâu, hoàn thành hay chưa
statement-T21 = Không bao giờ có phần thứ ba
statement-T22 = Đặt lại thợ xây
statement-T23 = Ô tu viện và thợ xây
statement-T25 = Khi nào thợ xây trở về
statement-T26 = Thợ xây không được điểm
statement-T27 = Không còn ô đất để rút
statement-T28 = Nơi đặt con lợn
statement-T29 = Khi nào con lợn trở về
statement-T30 = Bốn điểm thay vì ba
statement-T31 = Năm điểm thay vì bốn
statement-T32 = Con lợn khi không chiếm đa số
statement-T33 = Heo và kho thóc
statement-T34 = Hàng hóa của thành phố hoàn thành
statement-T35 = Nhiều thành phố
statement-T36 = Hàng hóa ở phần thứ hai
statement-T37 = Các thẻ hàng hóa
statement-T38 = Không thay đổi điểm thành phố
statement-T39 = Mười điểm cho loại nhiều nhất
statement-T40 = Công khai và không trao đổi
statement-T42 = Bỏ bớt một phần
statement-T43 = Lượt đôi cùng các bản mở rộng khác
