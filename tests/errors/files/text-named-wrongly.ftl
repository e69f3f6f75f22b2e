expansion-orchard = The Orchard
orchard-picked = picked { orchard-mny }
orchard-many = many
orchard-told = { $player } picked
