# Lời văn của Cầu, Lâu đài và Chợ phiên cho người chơi. Các khóa được giải thích trong expansions/README.md.

expansion-bridges_castles_and_bazaars = Cầu, Lâu đài và Chợ phiên

option-bridges = Cầu
option-castles = Lâu đài
option-bazaars = Chợ phiên
option-bridge_on_neighbour = Được đặt cầu tự do cả cạnh ô đất vừa đặt
option-bridge_after_action = Được đặt cầu tự do cả sau hành động
option-bridge_extends = Cầu trên ô vừa đặt nối dài con đường của thợ xây
option-castles_for_king = Lâu đài cũng là thành phố đối với Nhà vua
option-castle_copies = Lâu đài chép địa điểm nào trong nhiều địa điểm
option-castle_copies-chosen = Địa điểm mà chủ lâu đài chọn
option-castle_copies-highest = Địa điểm đáng giá nhất
option-unplaced_bazaar = Đấu giá cả khi không đặt được ô chợ phiên
option-bids = Được ra giá bao nhiêu
option-bids-own_points = Không quá số điểm của mình
option-bids-unlimited = Không giới hạn
option-auction = Bán đấu giá các ô đất

set-bridges_castles_and_bazaars = Cầu, Lâu đài và Chợ phiên

token-bridge = cầu
token-castle = lâu đài

tile-bazaar = chợ phiên
city-no_castle = không thể thành lâu đài

action-bridge = Đặt cầu
refuse-place = Đặt ô đất cùng một cây cầu hay rút ô khác?
castle_points-example = Lâu đài chép địa điểm nào?
build_late-late_bridge = Bạn còn đặt cầu không?
castles-build_castle = Xây lâu đài?
auction-pick = Bạn đem bán ô đất nào?
auction-price = Bạn ra giá bao nhiêu?
auction-bid = Bạn có trả giá cao hơn không?
sell-keep_tile = Bạn có giữ ô đất không?

statement-BC1 = Các quân và mảnh
statement-BC2 = Mỗi phần một cây cầu
statement-BC3 = Từ cạnh đồng đến cạnh đồng
statement-BC4 = Con đường phía trên tất cả
statement-BC5 = Hai đầu cầu gặp gì
statement-BC6 = Rút ô khác thay vì đặt cầu
statement-BC7 = Mỗi ô một cây cầu
statement-BC8 = Quân cờ trên cầu
statement-BC9 = Mỗi ô tính một lần
statement-BC10 = Cầu ở ô bên cạnh
statement-BC12 = Nền lâu đài
statement-BC13 = Xây lâu đài
statement-BC14 = Nhiều quân cờ
statement-BC15 = Ai quyết định trước
statement-BC16 = Ai ở lại trong lâu đài
statement-BC17 = Vùng quanh lâu đài
statement-BC18 = Lâu đài ghi điểm
statement-BC19 = Tu viện và cánh đồng
statement-BC20 = Địa điểm đáng giá nhất
statement-BC21 = Lâu đài này gọi lâu đài khác
statement-BC22 = Không trong cùng phần
statement-BC23 = Lâu đài trống
statement-BC24 = Lâu đài khi kết thúc
statement-BC25 = Cánh đồng có lâu đài
statement-BC26 = An toàn trong lâu đài
statement-BC27 = Lâu đài không chép gì
statement-BC28 = Chợ phiên
statement-BC29 = Các ô đất đem bán
statement-BC30 = Ai đem bán một ô đất
statement-BC31 = Trả giá cao hơn
statement-BC32 = Mua hay bán
statement-BC33 = Không ai trả giá cao hơn
statement-BC34 = Ô đất cuối cùng
statement-BC35 = Được ra giá bao nhiêu
statement-BC36 = Đặt ô đất đã được
statement-BC37 = Không đấu giá tiếp sau đấu giá
statement-BC38 = Không thay ô đã mua bằng ô tu viện
statement-BC39 = Ô đất không đặt được
statement-BC40 = Không đấu giá
statement-KR13 = Lâu đài và nhà vua
statement-M45 = Xe ngựa trong lâu đài
statement-M58 = Kho thóc cạnh lâu đài
statement-T24 = Cầu và thợ xây
