# Lời văn cho người chơi. `carc check sample` cho biết còn thiếu gì.

expansion-sample = Sample
tile-sample_well = giếng
option-sample_wish = Điểm cho một điều ước

sample_visit = Bên giếng nước
sample_visit-wish = Bạn có ước một điều không?

statement-S1 = Bốn ô đất có giếng.
statement-S2 = Ai đặt ô đất có giếng thì được ước.
statement-S3 = Điểm của một điều ước
