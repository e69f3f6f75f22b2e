# Lời văn của Lễ hội cho người chơi. Các khóa được giải thích trong expansions/README.md.

expansion-festival = Lễ hội

option-guests = Có thể thu hồi ai
option-guests-all_figures = Bất kỳ quân nào của mình
option-guests-followers = Chỉ người hầu
option-guests-nobody = Không ai

tile-festival = lễ hội
action-celebrate = Thu hồi một quân cờ

statement-FE1 = Các ô đất
statement-FE2 = Thu hồi một quân cờ
statement-FE3 = Không bắt buộc
statement-FE4 = Từ bất kỳ đâu
statement-FE5 = Không có điểm
statement-FE6 = Những quân cờ nào
statement-FE7 = Chỉ quân cờ của mình
statement-FE8 = Bóng ma sau đó
statement-FE9 = Về nguồn dự trữ ngay
statement-FE10 = Không chiếm địa điểm của ô đất
statement-FE11 = Đàn cừu của người chăn
