expansion-orchard = The Orchard
orchard-picked = picked
orchard-picked = gathered
