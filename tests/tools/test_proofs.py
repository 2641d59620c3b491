"""The command line of the solver: what it prints, and its files of proofs."""

from pathlib import Path

import pytest

from engine import Game, Status
from engine.solver import Verdict
from tools.proofs import Proof, read_proofs
from tools.proofs.__main__ import main

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tens.proofs"


def prove_tens(file: Path, deals: str) -> None:
    assert main(["prove", "tens", "--deals", deals, "--file", str(file)]) == 0


def test_each_deal_has_a_line_and_its_moves_win(file: Path) -> None:
    prove_tens(file, "0..40")
    proofs = read_proofs(file)
    assert [proof.deal for proof in proofs] == list(range(41))
    assert [proof.deal for proof in proofs if proof.verdict is Verdict.WON] == [0, 13, 20]
    for proof in proofs:
        game = Game.new("tens", proof.deal)
        if proof.moves:
            game.play(*proof.moves)
        assert (game.status is Status.WON) is (proof.verdict is Verdict.WON)


def test_an_interrupted_run_continues(file: Path) -> None:
    prove_tens(file, "0..9")
    whole = file.read_text()
    file.write_text(whole[:-20])
    assert len(read_proofs(file)) == 9
    prove_tens(file, "0..19")
    assert sorted(proof.deal for proof in read_proofs(file)) == list(range(20))
    assert file.read_text().startswith(whole[:-20])


def test_a_larger_budget_tries_undecided_deals_again(file: Path) -> None:
    def prove(budget: int) -> list[Proof]:
        assert main(["prove", "diplomat", "--deals", "0..5", "--budget", str(budget), "--file", str(file)]) == 0
        return read_proofs(file)

    assert {proof.verdict for proof in prove(10)} == {Verdict.UNKNOWN}
    proofs = prove(100_000)
    assert Verdict.WON in {proof.verdict for proof in proofs}
    assert prove(10) == proofs
    assert {proof.budget for proof in proofs} == {100_000}


def test_verify_proves_shipped_deals_again(capsys: Capture) -> None:
    assert main(["verify", "tens", "13", "20"]) == 0
    assert capsys.readouterr().out.endswith("all proved\n")


def test_verify_fails_for_a_deal_that_cannot_be_won(capsys: Capture) -> None:
    assert main(["verify", "tens", "1"]) == 1
    assert "deal 1: impossible" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["prove", "poker", "--deals", "1..2"], "There's no game “poker”"),
        (["stats", "dimes", "--option", "tens=never"], "“never” isn't a choice for tens in Dimes"),
        (["stats", "tens", "--file", "nowhere"], "There are no proofs in nowhere yet."),
        (["verify", "forty-thieves"], "No list of winnable deals ships for this game"),
    ],
)
def test_bad_arguments_print_an_error(arguments: list[str], expected: str, capsys: Capture) -> None:
    assert main(arguments) == 2
    assert expected in capsys.readouterr().err
