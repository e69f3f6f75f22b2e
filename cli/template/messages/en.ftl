# What players read. `carc check sample` names what is missing here.

expansion-sample = Sample
tile-sample_well = well
option-sample_wish = Points for a wish

sample_visit = At the well
sample_visit-wish = Do you make a wish?

statement-S1 = Four tiles show a well.
statement-S2 = Who places a well may make a wish.
statement-S3 = What a wish scores
