-- name: proofs(first, last)
SELECT day, variant, commitment, solver, budget, candidate, moves FROM proofs WHERE day BETWEEN :first AND :last;

-- name: put_proof(day, variant, commitment, solver, budget, candidate, moves)!
INSERT INTO proofs (day, variant, commitment, solver, budget, candidate, moves)
VALUES (:day, :variant, :commitment, :solver, :budget, :candidate, :moves)
ON CONFLICT (day, variant) DO UPDATE
SET commitment = excluded.commitment, solver = excluded.solver, budget = excluded.budget,
    candidate = excluded.candidate, moves = excluded.moves;

-- name: fixed_days(first, last)
SELECT DISTINCT day FROM dailies WHERE day BETWEEN :first AND :last;
