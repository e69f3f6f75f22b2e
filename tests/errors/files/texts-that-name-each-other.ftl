expansion-orchard = The Orchard
orchard-apple = an { orchard-fruit }
orchard-fruit = { orchard-apple } or a pear
