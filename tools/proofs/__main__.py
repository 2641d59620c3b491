"""`python -m tools.proofs`: prove deals, sum up proofs and check the lists of winnable deals."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections import Counter
from pathlib import Path

from engine.deal import parse_deal
from engine.errors import InvalidDealError, PatienceError
from engine.solver import COMPILED, DEFAULT_BUDGET, Verdict
from engine.variants import find_variant
from engine.winnable import file_name, winnable_deals
from tools.proofs import InvalidProofError, Share, prove, prove_all, read_proofs

_MOST_DEALS = 10_000_000
"""A run keeps a list of its deals in memory."""


def main(argv: list[str] | None = None) -> int:
    parser = ArgumentParser(prog="python -m tools.proofs", description="Proves which deals can be won.")
    commands = parser.add_subparsers(required=True)
    proving = commands.add_parser("prove", help="prove deals, one per line of a file; continues an interrupted run")
    _add_game(proving)
    proving.add_argument("--deals", type=_deals, required=True, metavar="A..B", help="the first and the last deal")
    proving.add_argument("--budget", type=int, default=DEFAULT_BUDGET, help="positions to search for each deal")
    proving.add_argument("--processes", type=int, default=1)
    proving.set_defaults(run=_prove)
    stats = commands.add_parser(
        "stats", help="print the share of deals that can be won, with 95 %% confidence intervals"
    )
    _add_game(stats)
    stats.add_argument("--deals", type=_deals, metavar="A..B", help="only these deals")
    stats.set_defaults(run=_stats)
    listing = commands.add_parser("list", help="print the deals that were proved winnable")
    _add_game(listing)
    listing.set_defaults(run=_list)
    verifying = commands.add_parser("verify", help="prove shipped winnable deals again")
    _add_game(verifying)
    verifying.add_argument("deals", type=int, nargs="*", metavar="DEAL", help="all deals by default")
    verifying.add_argument("--budget", type=int, default=10 * DEFAULT_BUDGET)
    verifying.set_defaults(run=_verify)
    arguments = parser.parse_args(argv)
    try:
        arguments.options = find_variant(arguments.game).resolve_options(dict(arguments.option))
        return int(arguments.run(arguments))
    except (PatienceError, InvalidProofError) as error:
        print(error, file=sys.stderr)
        return 2


def _add_game(parser: ArgumentParser) -> None:
    parser.add_argument("game", help="for example diplomat")
    parser.add_argument("--option", type=_option, action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--file", type=Path, help="the file of proofs; by default named after the game, in this folder")


def _prove(arguments: Namespace) -> int:
    if not COMPILED:
        print("Numba is not installed (the extra `solver`): this takes a hundred times longer.", file=sys.stderr)
    file = _file(arguments)
    deals = arguments.deals
    verdicts = {proof.deal: proof.verdict for proof in read_proofs(file) if proof.deal in deals}
    counts = Counter(verdicts.values())
    _show_progress(counts, len(deals))
    for proof in prove_all(arguments.game, arguments.options, deals, arguments.budget, arguments.processes, file):
        if proof.deal in verdicts:
            counts[verdicts[proof.deal]] -= 1
        counts[proof.verdict] += 1
        _show_progress(counts, len(deals))
    print(file=sys.stderr)
    return 0


def _show_progress(counts: Counter[Verdict], deals: int) -> None:
    searched = counts.total()
    done = searched * 30 // deals
    verdicts = ", ".join(f"{counts[verdict]} {verdict}" for verdict in Verdict)
    print(f"\r[{'#' * done}{'.' * (30 - done)}] {searched} of {deals}: {verdicts}", end="", file=sys.stderr, flush=True)


def _stats(arguments: Namespace) -> int:
    file = _file(arguments)
    deals = arguments.deals
    proofs = [proof for proof in read_proofs(file) if deals is None or proof.deal in deals]
    if not proofs:
        print(f"There are no proofs in {file} yet.", file=sys.stderr)
        return 2
    won = sum(proof.verdict is Verdict.WON for proof in proofs)
    open_ = sum(proof.verdict is not Verdict.IMPOSSIBLE for proof in proofs)
    budgets = sorted({proof.budget for proof in proofs})
    print(f"{arguments.game} {' '.join(f'{name}={value}' for name, value in arguments.options.items())}".strip())
    print(f"deals                   {len(proofs)}")
    if deals is not None and len(proofs) < len(deals):
        print(f"not searched yet        {len(deals) - len(proofs)}")
    print(f"budget                  {' / '.join(f'{budget:,}' for budget in budgets)} positions")
    print(f"proved winnable         {Share(won, len(proofs))}")
    print(f"not proved impossible   {Share(open_, len(proofs))}")
    print(f"CPU time                {sum(proof.milliseconds for proof in proofs) / 1000:,.0f} s")
    print(f"positions searched      {sum(proof.positions_searched for proof in proofs):,}")
    return 0


def _list(arguments: Namespace) -> int:
    print(*sorted(proof.deal for proof in read_proofs(_file(arguments)) if proof.verdict is Verdict.WON))
    return 0


def _verify(arguments: Namespace) -> int:
    """Prove winnable deals again; return 1 if any proof fails, and 2 if there are no deals."""
    game = arguments.game
    options = arguments.options
    deals = arguments.deals or winnable_deals(game, options)
    if not deals:
        print("No list of winnable deals ships for this game, so name the deals.", file=sys.stderr)
        return 2
    failed = 0
    for deal in deals:
        proof = prove(game, options, arguments.budget, deal)
        print(f"deal {deal}: {proof.verdict}, {len(proof.moves)} moves", flush=True)
        failed += proof.verdict is not Verdict.WON
    print(f"{failed} not proved" if failed else "all proved")
    return 1 if failed else 0


def _file(arguments: Namespace) -> Path:
    return arguments.file or Path(file_name(arguments.game, arguments.options).replace(".txt", ".proofs"))


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise ArgumentTypeError(f"{text} is not of the form name=value")
    return name, value


def _deals(text: str) -> range:
    first, dots, last = text.partition("..")
    if not (dots and first.strip().isdecimal() and last.strip().isdecimal()):
        raise ArgumentTypeError(f"{text[:80]} is not of the form 1..1000")
    try:
        deals = range(parse_deal(first), parse_deal(last) + 1)
    except InvalidDealError as error:
        raise ArgumentTypeError(str(error)) from None
    if deals.start >= deals.stop:
        raise ArgumentTypeError(f"in {text} the first deal comes after the last: write the lower number first")
    if deals.stop - deals.start > _MOST_DEALS:
        raise ArgumentTypeError(f"{text} is more than {_MOST_DEALS:,} deals")
    return deals


if __name__ == "__main__":
    sys.exit(main())
