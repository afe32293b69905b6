"""Pictures of a report, as PNG files (extra ``plot``)."""

from pathlib import Path

from surefoot.campaign.games import BINS
from surefoot.campaign.report import Report
from surefoot.campaign.store import Store
from surefoot.rates import wilson


def draw_plots(store: Store, report: Report, folder: Path) -> list[Path]:
    """Write winrate.png, losses.png, calibration.png and times.png into a folder; return their paths."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    folder.mkdir(parents=True, exist_ok=True)
    games = list(store.games())
    paths: list[Path] = []

    def finish(name: str, x: str, y: str) -> None:
        axes.set_title(store.settings.title, fontsize="medium")
        axes.set_xlabel(x)
        axes.set_ylabel(y)
        figure.tight_layout()
        figure.savefig(folder / name, dpi=120)
        pyplot.close(figure)
        paths.append(folder / name)

    figure, axes = pyplot.subplots()
    steps = sorted({max(1, round(len(games) * part / 200)) for part in range(1, 201)})
    wins = [0]
    for game in games:
        wins.append(wins[-1] + game.won)
    rates = [wilson(wins[step], step) for step in steps]
    axes.plot(steps, [100 * rate.rate for rate in rates])
    axes.fill_between(steps, [100 * r.low for r in rates], [100 * r.high for r in rates], alpha=0.3)
    finish("winrate.png", "games", "win rate in %, with its 95 % interval")

    figure, axes = pyplot.subplots()
    axes.hist(report.progress_at_loss or (0,), bins=40)
    finish("losses.png", "cells revealed before the losing guess", "games lost")

    figure, axes = pyplot.subplots()
    axes.plot([0, 1], [0, 1], linestyle=":", color="grey")
    for bins, name in ((report.risks, "risk of a guess"), (report.chances, "chance to win")):
        places = [place for place in range(BINS) if bins.count[place]]
        stated = [bins.stated[place] / bins.count[place] for place in places]
        ranges = [wilson(bins.happened[place], bins.count[place]) for place in places]
        low = [each.rate - each.low for each in ranges]
        high = [each.high - each.rate for each in ranges]
        axes.errorbar(stated, [each.rate for each in ranges], yerr=(low, high), fmt="o", label=name)
    axes.legend()
    finish("calibration.png", "stated", "happened")

    figure, axes = pyplot.subplots()
    axes.hist([1000 * game.seconds for game in games], bins=60, log=True)
    finish("times.png", "milliseconds", "games")
    return paths
