"""The command line of the solver: what it prints, and its files of proofs."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine import Game, Status
from engine.solver import Verdict
from tools.proofs import InvalidProofError, Proof, Share, read_proofs
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


def test_several_processes_find_the_same_proofs(file: Path, tmp_path: Path) -> None:
    prove_tens(file, "0..9")
    other = tmp_path / "other"
    assert main(["prove", "tens", "--deals", "0..9", "--file", str(other), "--processes", "2"]) == 0
    assert [(p.deal, p.verdict, p.moves) for p in read_proofs(other)] == [
        (p.deal, p.verdict, p.moves) for p in read_proofs(file)
    ]


def test_stats_print_both_bounds_with_confidence_intervals(file: Path, capsys: Capture) -> None:
    prove_tens(file, "0..40")
    assert main(["stats", "tens", "--file", str(file)]) == 0
    output = capsys.readouterr().out
    assert "deals                   41\n" in output
    assert "proved winnable         7.32 % (2.52 to 19.43)\n" in output
    assert "not proved impossible   7.32 % (2.52 to 19.43)\n" in output
    assert "not searched" not in output
    assert main(["stats", "tens", "--file", str(file), "--deals", "5..99"]) == 0
    assert "not searched yet        59\n" in capsys.readouterr().out


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


@settings(max_examples=300)
@given(st.text(max_size=60) | st.text("0123456789 wonimpsbleunk-&>٣_+end\n", max_size=60))
@example("1_0 5 won 1 1 draw end")
@example("+1 5 won 1 1 draw end")
@example("٣ 5 won 1 1 draw end")
@example(f"{'9' * 5000} 5 won 1 1 draw end")
@example("1 5 won 1 1  draw end")
@example("1 5 won 1 1 draw\x1fdraw end")
def test_parse_accepts_only_texts_that_str_produces(text: str) -> None:
    message = ""
    try:
        assert str(Proof.parse(text)) == text
    except InvalidProofError as error:
        message = str(error)
    assert not message or (message.endswith("is not a proof.") and len(message) < 1000)


def test_intervals_are_wilson_score_intervals() -> None:
    low, high = Share(10, 100).interval
    assert (round(low, 4), round(high, 4)) == (0.0552, 0.1744)
    assert Share(0, 10).interval[0] == 0
