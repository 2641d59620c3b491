-- Whether it was proven in time that the deal of a daily can be won. Those from before were not.
ALTER TABLE dailies ADD COLUMN is_proven INTEGER NOT NULL DEFAULT 0;

-- Which of a day's candidates can be won, as far as it is proven. All before `candidate` were passed over by the solver
-- of this number, looking at `budget` positions; `moves` win the candidate itself, NULL while it is still to be tried. The
-- commitment tells the key whose candidates they are; the key itself is not here.
CREATE TABLE proofs (
    day INTEGER NOT NULL,
    variant TEXT NOT NULL,
    commitment TEXT NOT NULL,
    solver INTEGER NOT NULL,
    budget INTEGER NOT NULL,
    candidate INTEGER NOT NULL,
    moves TEXT,
    PRIMARY KEY (day, variant)
);
