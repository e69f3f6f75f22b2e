# Lời văn của các tu viện đặc biệt cho người chơi. Các khóa được giải thích trong expansions/README.md.

expansion-monasteries = Tu viện Đức, Hà Lan và Bỉ
option-abbots_lie = Quân cờ được làm viện phụ ở đó

set-monasteries_beside = Tu viện đặc biệt bên cạnh tu viện thường

feature-abbacy = chỗ của viện phụ
role-abbot = viện phụ
cause-abbacy = các hàng của viện phụ

statement-MO1 = Các ô đất
statement-MO2 = Tu sĩ hay viện phụ
statement-MO3 = Tu sĩ
statement-MO4 = Viện phụ
statement-MO5 = Chiếm cho cả hai vai
statement-MO6 = Không bao giờ hoàn thành khi có viện phụ
statement-MO7 = Tu sĩ và viện phụ
statement-MO8 = Nhiều viện phụ
statement-MO9 = Những người hầu nào
statement-MO10 = Tòa án dị giáo
statement-MO12 = Chỗ trống kết thúc hàng
