# Lời văn của trường học cho người chơi. Các khóa được giải thích trong expansions/README.md.

expansion-school = Trường học
option-teacher_plays = Có giáo viên

option-school_lies = Trường học nằm ở bên nào của ô bắt đầu
option-school_lies-right = Bên phải
option-school_lies-left = Bên trái
option-school_fields = Cánh đồng ở giữa trường học
option-school_fields-six = Bắc và nam tách riêng
option-school_fields-joined = Bắc và nam nối nhau
option-last_road = Con đường cuối cùng
option-last_road-once_more = Giáo viên được giao thêm một lần
option-last_road-stay = Giáo viên ở lại
option-final_lesson = Có chép điểm địa điểm đầu tiên khi tính điểm cuối không
option-eaten_teacher = Giáo viên ra sao khi rồng đến
option-eaten_teacher-gone = Biến mất hẳn
option-eaten_teacher-home = Chạy về trường

figure-teacher = giáo viên
tile-school = trường học

copy-lesson = Chép điểm của địa điểm nào?

cause-teacher = giáo viên

statement-S10 = Sáu con đường dẫn đến trường
statement-S11 = Những đoạn đường riêng
statement-S12 = Sáu cánh đồng
statement-S13 = Cạnh chung
statement-S14 = Trường học nằm ở đâu
statement-S15 = Hướng của trường học
statement-S16 = Giáo viên đứng ở đâu
statement-S17 = Trường học không phải là địa điểm
statement-S18 = Cả hai mảnh đất đều tính
statement-S19 = Đường đến trường
statement-S20 = Ai nhận giáo viên
statement-S21 = Kể cả khi đường trống
statement-S22 = Chép điểm của lần tính kế tiếp
statement-S23 = Hai lần cho chính mình
statement-S24 = Chép trước, giao sau
statement-S25 = Nhiều địa điểm cùng lúc
statement-S26 = Chỉ địa điểm có điểm
statement-S27 = Con đường cuối cùng
statement-S28 = Tính điểm cuối
statement-S29 = Khi nhiều người cùng đa số
statement-S30 = Điểm chép không phải là điểm địa điểm
statement-S31 = Con rồng
statement-S32 = Cổng dịch chuyển và cỗ máy bay
statement-S34 = Chỉ cạnh ô bắt đầu thông thường
