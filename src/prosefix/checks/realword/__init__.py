"""Wrong words that are words: doubts of a learnt model, and what a judge makes of them."""
