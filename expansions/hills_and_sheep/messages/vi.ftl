# Lời văn của Đồi và Cừu cho người chơi. Các khóa được giải thích trong expansions/README.md.

expansion-hills_and_sheep = Đồi và Cừu

option-shepherds = Số người chăn cừu của mỗi người chơi
option-hills = Đồi
option-vineyards = Vườn nho
option-closed_field = Cánh đồng khép kín có người chăn cừu
option-closed_field-herd = Đàn cừu được lùa về ngay
option-closed_field-stay = Đàn cừu ở lại
option-hill_tie = Cách phân định khi bằng nhau
option-hill_tie-at_least_one = Có quân cờ trên đồi
option-hill_tie-by_number = Có nhiều quân cờ trên đồi hơn

set-hills_and_sheep = Đồi và Cừu

figure-shepherd = người chăn cừu
token-one_sheep = một con cừu
token-two_sheep = hai con cừu
token-three_sheep = ba con cừu
token-four_sheep = bốn con cừu
token-wolf = chó sói
pile-flock = đàn cừu

tile-hill = đồi
tile-vineyard = vườn nho

shepherds = Người chăn cừu
shepherds-care = Tăng đàn hay lùa đàn cừu về?
shepherds-care-grow = Rút một mảnh đàn cừu
shepherds-care-herd = Lùa đàn cừu về

statement-HS1 = Các quân và mảnh
statement-HS2 = Nơi người chăn cừu được đứng
statement-HS3 = Rút mảnh cho người chăn cừu mới
statement-HS4 = Tăng đàn hay lùa về
statement-HS5 = Mỗi cánh đồng một lựa chọn
statement-HS6 = Lùa đàn cừu về
statement-HS7 = Chó sói
statement-HS8 = Cánh đồng khép kín
statement-HS9 = Hai đàn cừu trong một cánh đồng
statement-HS10 = Đàn cừu khi kết thúc
statement-HS11 = Người chăn cừu rời bàn
statement-HS12 = Không phải điểm của địa điểm
statement-HS13 = Ô đất dưới đồi
statement-HS14 = Bằng nhau trên đồi
statement-HS15 = Vẫn bằng nhau
statement-HS16 = Vườn nho
statement-HS17 = Tu viện chưa hoàn thành
statement-HS18 = Hai ô đất đặc biệt
