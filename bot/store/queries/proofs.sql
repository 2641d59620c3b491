-- name: proofs(first, last)
-- How far the days from the first to the last are proven.
SELECT day, variant, commitment, solver, budget, candidate, moves FROM proofs WHERE day BETWEEN :first AND :last;

-- name: put_proof(day, variant, commitment, solver, budget, candidate, moves)!
INSERT INTO proofs (day, variant, commitment, solver, budget, candidate, moves)
VALUES (:day, :variant, :commitment, :solver, :budget, :candidate, :moves)
ON CONFLICT (day, variant) DO UPDATE
SET commitment = excluded.commitment, solver = excluded.solver, budget = excluded.budget,
    candidate = excluded.candidate, moves = excluded.moves;

-- name: fixed_days(first, last)
-- The days from the first to the last whose deals are fixed.
SELECT DISTINCT day FROM dailies WHERE day BETWEEN :first AND :last;

-- name: claim_proving(name, now, lease)!
-- Have this process prove, or go on with it. One that was not heard of for the lease has ended, or its clock is another.
INSERT INTO prover (id, name, renewed_at) VALUES (1, :name, :now)
ON CONFLICT (id) DO UPDATE SET name = excluded.name, renewed_at = excluded.renewed_at
WHERE prover.name = excluded.name OR ABS(excluded.renewed_at - prover.renewed_at) >= :lease;

-- name: release_proving(name)!
DELETE FROM prover WHERE id = 1 AND name = :name;
