"""The catalogues: one .po file for each language, which `bot.language` reads. English is what the code says."""
