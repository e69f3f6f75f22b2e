# Lời văn của vòng tròn bí ẩn cho người chơi. Các khóa được giải thích trong expansions/README.md.

expansion-crop_circles = Vòng tròn cây trồng

option-add_is = Thêm quân cờ khi chọn A
option-add_is-compulsory = Ai có thể thì phải thêm
option-add_is-optional = Ai cũng có thể bỏ qua
option-where_added = Nơi đặt quân cờ được thêm
option-where_added-same_tile = Cạnh quân cờ của mình, trên cùng ô đất
option-where_added-same_feature = Bất kỳ đâu trong cùng địa điểm

set-crop_circles_1 = Vòng tròn cây trồng, bộ thứ nhất
set-crop_circles_2 = Vòng tròn cây trồng, bộ thứ hai

tile-crop_circle = vòng tròn bí ẩn
tile-crop_circle-rake = cái cào
tile-crop_circle-club = dùi gậy
tile-crop_circle-shield = khiên

crop_circle = Vòng tròn bí ẩn
crop_circle-letter = A hay B?
crop_circle-letter-add = A: mọi người thêm một quân cờ
crop_circle-letter-take_back = B: mọi người thu hồi một quân cờ
crop_circle-leaver = Bạn thu hồi quân cờ nào?
add_beside-spot = Bạn thêm quân cờ ở đâu?

statement-C1 = Các ô đất
statement-C2 = Chia cắt con đường và cánh đồng
statement-C3 = Không ai đứng trên vòng tròn bí ẩn
statement-C4 = Khi nào có hành động
statement-C5 = Phải chọn một chữ cái
statement-C6 = A: thêm một quân cờ
statement-C7 = B: thu hồi một quân cờ
statement-C8 = Thứ tự người chơi
statement-C9 = Một chữ cái cho tất cả
statement-C10 = Cái cào: nông dân
statement-C11 = Dùi gậy: người du hành
statement-C12 = Khiên: hiệp sĩ
statement-C13 = Chỉ nơi đã có quân cờ của mình
statement-C14 = Quân cờ vừa đặt trong lượt cũng tính
statement-C15 = Chọn chữ cái khi không có quân cờ
statement-C16 = Không phải làm gì
statement-C17 = Ai chơi tiếp
statement-C18 = Được thêm vào nơi đã có người
statement-C19 = Không có điểm
statement-C20 = Phải hay có thể khi chọn A
statement-C21 = Nguồn dự trữ không còn quân cờ
statement-C22 = Nơi đặt quân cờ được thêm
statement-C23 = Trước phần thứ hai của lượt
statement-C24 = Địa điểm quyết định loại
statement-C25 = Quân cờ nào được thêm
statement-C26 = Quân cờ ở nơi khác
statement-C27 = Bàn chơi trống
statement-C28 = Quân cờ của lượt này
statement-C29 = Không có nông dân
statement-C30 = Ví dụ A
statement-C31 = Ví dụ B
