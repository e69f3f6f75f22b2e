expansion-orchard = The Orchard
orchard-picked = { orchard-many
orchard-many = many
