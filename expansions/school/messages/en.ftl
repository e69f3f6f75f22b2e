# Texts of the school for players. The keys are explained in expansions/README.md.

expansion-school = The School
option-teacher_plays = There is a teacher

option-school_lies = On which side of the start tile the school lies
option-school_lies-right = To the right
option-school_lies-left = To the left
option-school_fields = Fields in the middle of the school
option-school_fields-six = North and south apart
option-school_fields-joined = North and south joined
option-last_road = What the last road does
option-last_road-once_more = It gives the teacher out once more
option-last_road-stay = The teacher stays
option-final_lesson = Whether the first final scoring is copied
option-eaten_teacher = What becomes of the teacher when the dragon comes
option-eaten_teacher-gone = He is gone for good
option-eaten_teacher-home = He runs back to the school

figure-teacher = teacher
tile-school = school

copy-lesson = Which scoring is copied?

cause-teacher = teacher

statement-S10 = Six roads lead to the school
statement-S11 = Roads of one piece
statement-S12 = Six fields
statement-S13 = The common edge
statement-S14 = Where the school lies
statement-S15 = Which way round
statement-S16 = Where the teacher stands
statement-S17 = The school is no feature
statement-S18 = Both tiles count
statement-S19 = School roads
statement-S20 = Who takes the teacher
statement-S21 = Even from an empty road
statement-S22 = The next scoring is copied
statement-S23 = Twice for oneself
statement-S24 = First copying, then handing over
statement-S25 = Several features at once
statement-S26 = Only features with points
statement-S27 = The last road
statement-S28 = The final scoring
statement-S29 = A shared majority
statement-S30 = A copy is no scoring
statement-S31 = The dragon
statement-S32 = Portals and flying machines
statement-S34 = Only beside the usual start
