"""Tables and figures of what was measured."""

import pathlib

PRODUCTS = ["2mm", "correlation", "gemm", "syr2k"]


def table(title, columns, rows):
    """A table as text: a title, names of columns, and rows of a name and one text for each column."""
    widths = [max(len(row[i]) for row in [["", *columns], *rows]) for i in range(len(columns) + 1)]
    lines = [title, ""]
    for row in [["", *columns], *rows]:
        name, *cells = row
        lines.append("  ".join([name.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(cells, widths[1:]))]))
    return "\n".join(lines) + "\n"


def distinct(values):
    return list(dict.fromkeys(values))


class Report:
    """Rows of `measure.py`, for several numbers of threads."""

    def __init__(self, rows, titles):
        self.rows = rows
        self.titles = {name: title for name, title in titles.items() if any(row["way"] == name for row in rows)}
        self.threads = distinct(row["threads"] for row in rows)

    def cell(self, program, size, way, threads):
        for row in self.rows:
            if (row["program"], row["size"], row["way"], row["threads"]) == (program, size, way, threads):
                return row
        return None

    def cases(self, program=None):
        return distinct((row["program"], row["size"]) for row in self.rows if program in (None, row["program"]))

    def times(self, threads):
        def text(row):
            return "" if row is None else f"{row['median'] * 1e3:.2f}{'' if row['agrees'] else ' !'}"

        rows = [
            [f"{program} {size}", *(text(self.cell(program, size, way, threads)) for way in self.titles)]
            for program, size in self.cases()
        ]
        return table(f"Milliseconds with {threads} threads, medians", list(self.titles.values()), rows)

    def compile_times(self):
        threads = self.threads[-1]
        rows = []
        for program in distinct(row["program"] for row in self.rows):
            cells = []
            for way in self.titles:
                found = [self.cell(program, size, way, threads) for _, size in self.cases(program)]
                found = [row["compile"] for row in found if row]
                cells.append(f"{sum(found):.2f}" if found else "")
            rows.append([program, *cells])
        return table("Seconds of compilation: first runs less medians", list(self.titles.values()), rows)

    def slower(self):
        """Where Polymill takes more time than others."""
        lines = []
        for threads in self.threads:
            for program, size in self.cases():
                ours = self.cell(program, size, "polymill_arrays", threads)
                for way, title in self.titles.items():
                    other = self.cell(program, size, way, threads)
                    if ours and other and ours["median"] > other["median"] * 1.05:
                        factor = ours["median"] / other["median"]
                        lines.append(f"{program} {size}, {threads} threads: {title} takes 1/{factor:.2f} of the time")
        return "\n".join(["Where Polymill is slower than another", "", *(lines or ["nowhere"])]) + "\n"

    def text(self):
        return "\n".join([*(self.times(threads) for threads in self.threads), self.compile_times(), self.slower()])

    def figures(self, folder):
        """Draws the figures, as PNG and SVG; the paths that were written."""
        import matplotlib

        matplotlib.use("Agg")
        first, last = self.threads[0], self.threads[-1]
        drawn = [self.speed_ups(f"figure-8-{first}-threads", PRODUCTS, first)]
        if last != first:
            drawn.append(self.speed_ups(f"figure-9-{last}-threads", PRODUCTS, last))
        drawn.append(self.curves("figure-11-k-means", "k-means", "clusters", last))
        drawn.append(self.curves("figure-12-integral-image", "integral-image", "width and height", last))
        drawn.append(self.speed_ups("figure-13-integral-image", ["integral-image"], last))
        drawn.append(self.speed_ups("marsh", ["marsh"], last))
        paths = []
        for name, figure in filter(None, drawn):
            for suffix in ["png", "svg"]:
                paths.append(pathlib.Path(folder) / f"{name}.{suffix}")
                figure.savefig(paths[-1], dpi=120, bbox_inches="tight")
        return paths

    def speed_ups(self, name, programs, threads):
        """Bars: how many times as long as Polymill each other way takes."""
        from matplotlib.figure import Figure

        cases = [case for program in programs for case in self.cases(program)]
        cases = [case for case in cases if self.cell(*case, "polymill_arrays", threads)]
        others = [way for way in self.titles if way != "polymill_arrays"]
        others = [way for way in others if any(self.cell(*case, way, threads) for case in cases)]
        if not cases or not others:
            return None
        figure = Figure(figsize=(8, 4))
        axes = figure.add_subplot()
        width = 0.8 / len(others)
        for at, way in enumerate(others):
            places, heights = [], []
            for place, case in enumerate(cases):
                other, ours = self.cell(*case, way, threads), self.cell(*case, "polymill_arrays", threads)
                if other:
                    places.append(place + (at - (len(others) - 1) / 2) * width)
                    heights.append(other["median"] / ours["median"])
            axes.bar(places, heights, width, label=self.titles[way])
        axes.axhline(1, color="grey")
        axes.set_yscale("log")
        axes.set_xticks(range(len(cases)), [f"{program}\n{size}" for program, size in cases])
        axes.set_ylabel("time, relative to Polymill")
        axes.set_title(f"{threads} threads: above the line, Polymill is faster")
        axes.legend(fontsize="small")
        return name, figure

    def curves(self, name, program, label, threads):
        """Times of each way over a size."""
        from matplotlib.figure import Figure

        rows = [row for row in self.rows if row["program"] == program and row["threads"] == threads]
        if not rows:
            return None
        figure = Figure(figsize=(8, 4))
        axes = figure.add_subplot()
        for way, title in self.titles.items():
            points = [(row["x"], row["median"] * 1e3) for row in rows if row["way"] == way]
            if points:
                axes.plot(*zip(*points), marker="o", label=title)
        axes.set_xlabel(label)
        axes.set_ylabel("milliseconds")
        axes.set_ylim(bottom=0)
        axes.set_title(f"{program}, {threads} threads")
        axes.legend(fontsize="small")
        return name, figure
