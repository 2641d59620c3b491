"""The catalogues: one .po file for each language but English, whose texts are in the code."""
