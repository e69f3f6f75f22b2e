# Lời văn của công chúa và rồng cho người chơi. Các khóa được giải thích trong expansions/README.md.

expansion-princess_and_dragon = Công chúa và rồng
option-dragon_plays = Có rồng hay không
option-portals = Cổng có dẫn đến đâu không
option-princesses = Công chúa có đuổi hiệp sĩ không

option-dragon_flies = Khi nào rồng di chuyển
option-dragon_flies-before_scoring = Trước khi tính điểm
option-dragon_flies-after_scoring = Sau khi tính điểm
option-guards_eaten = Rồng có ăn được người hầu trên tháp không
option-fairy_plays = Có nàng tiên hay không
option-fairy_stands = Nàng tiên đứng ở đâu
option-fairy_stands-beside_follower = Cạnh một người hầu
option-fairy_stands-on_tile = Trên một mảnh đất
option-fairy_at_the_end = Nàng tiên có cho điểm khi tính điểm cuối không
option-princess_removes = Có bắt buộc đuổi một hiệp sĩ không
option-princess_removes-optional = Có thể
option-princess_removes-compulsory = Bắt buộc

set-princess_and_dragon = Công chúa và rồng
set-princess_and_dragon_gardens = Công chúa và rồng có khu vườn

figure-dragon = rồng
figure-fairy = nàng tiên
pile-waiting = các mảnh đất để riêng
tile-volcano = núi lửa
tile-dragon = rồng
tile-portal = cổng dịch chuyển
city-princess = công chúa

action-fairy = Đặt nàng tiên cạnh một người hầu
action-fairy_to = Đặt nàng tiên lên một mảnh đất
action-princess = Đuổi một hiệp sĩ
must_send_away-m = Hiệp sĩ nào bị đuổi?
fly-goal = Rồng đi đâu?
give_to_ward-lucky = Ai nhận điểm của nàng tiên?

cause-fairy = nàng tiên

statement-PD1 = Các mảnh đất và hai quân cờ
statement-PD2 = Núi lửa gọi rồng đến
statement-PD3 = Không ai đứng trên núi lửa
statement-PD4 = Không ai đứng nơi có rồng
statement-PD5 = Mảnh đất rồng trước núi lửa đầu tiên
statement-PD6 = Mảnh đất rồng làm rồng di chuyển
statement-PD7 = Khi nào rồng di chuyển
statement-PD8 = Sáu bước, lần lượt mọi người
statement-PD9 = Bước đi được đến đâu
statement-PD10 = Không còn đường đi
statement-PD11 = Rồng ăn ai
statement-PD12 = Không ai ghi điểm
statement-PD13 = Phải chọn một bước
statement-PD14 = Rồng ở lại
statement-PD15 = Trong mỗi phần của lượt
statement-PD16 = Đặt nàng tiên
statement-PD17 = Không đặt lại chỗ cũ
statement-PD18 = Nàng tiên ngăn rồng
statement-PD19 = Quà đầu lượt của nàng tiên
statement-PD20 = Quà khi tính điểm một địa điểm
statement-PD21 = Khi tính điểm cuối
statement-PD22 = Khi người hầu của nàng rời đi
statement-PD23 = Nàng đứng cạnh ai
statement-PD24 = Chỉ chống lại rồng
statement-PD25 = Qua cổng dịch chuyển
statement-PD26 = Chỉ người hầu
statement-PD27 = Cổng không dẫn đến đâu
statement-PD28 = Bóng ma và cổng
statement-PD29 = Một hiệp sĩ bị đuổi
statement-PD30 = Đó là hành động
statement-PD31 = Nếu không đuổi
statement-PD32 = Thành phố trống
statement-PD33 = Bất kỳ người hầu nào trong thành phố
statement-PD34 = Trước khi tính điểm
statement-PD35 = Tu viện trong thành phố
