"""Pictures of every screen in every phase, at many sizes, light and dark: `make screenshots`.

They go to FOLDER/NAME-SIZE-THEME.png, and all of a theme together, small, to FOLDER/sheet-SIZE-THEME.png. A size may
end in @2: so many pixels at twice the density. Every density is a process of its own: Kivy cannot change it later.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from fnmatch import fnmatch
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

SIZES = "1280x800,1920x1200,800x1280,2560x1600@2,412x915,915x412,800x600"
THEMES = "light,dark"
SHEET = 2400  # pixels across
COLUMNS = {"wide": 6, "tall": 12}  # of a sheet


def options(arguments: Sequence[str] | None) -> argparse.Namespace:
    """What is to be photographed."""
    parser = argparse.ArgumentParser(description="Pictures of every screen in every phase.")
    parser.add_argument("--sizes", default=SIZES, help=f"default: {SIZES}")
    parser.add_argument("--themes", default=THEMES, help=f"default: {THEMES}")
    parser.add_argument("--names", default="*", help="phases, with * for any letters: home,play-*")
    parser.add_argument("--text-scale", type=float, default=1.0)
    parser.add_argument("--folder", type=Path, default=Path("build/screenshots"))
    parser.add_argument("--density", type=int, help=argparse.SUPPRESS)  # for the processes that this one starts
    return parser.parse_args(arguments)


def by_density(sizes: str) -> dict[int, list[tuple[int, int]]]:
    """The sizes in pixels, by density."""
    found: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for size in sizes.split(","):
        pixels, _, density = size.partition("@")
        width, height = map(int, pixels.split("x"))
        found[int(density or 1)].append((width, height))
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Start a process for each density."""
    wanted, given = options(arguments), sys.argv[1:] if arguments is None else arguments
    wanted.folder.mkdir(parents=True, exist_ok=True)
    sizes = by_density(wanted.sizes)
    if wanted.density is not None:
        photograph(wanted, sizes[wanted.density])
        return 0
    for density, some in sizes.items():
        across, down = (max(side) for side in zip(*some, strict=True))
        environment = {
            "KIVY_METRICS_DENSITY": str(density),
            "WINDOW": f"{across}x{down}",  # the surface keeps its first size
            "MSAA": "2",
        }
        command = [sys.executable, "-m", "tests.app.screenshots", *given, "--density", str(density)]
        if status := subprocess.call(command, env={**os.environ, **environment}):
            return status
    return 0


def photograph(wanted: argparse.Namespace, sizes: Iterable[tuple[int, int]]) -> None:
    """Take the pictures of one density."""
    from tests.app import kit, phases  # it opens the window: not in the process that starts the others

    names = [name for name in phases.PHASES if any(fnmatch(name, each) for each in wanted.names.split(","))]
    with TemporaryDirectory() as stores:
        from app.main import NeovilleApp

        kit.use_fake_time()
        app = kit.start(NeovilleApp(Path(stores, "first")))
        app.theme_cls.text_scale = wanted.text_scale
        for size in sizes:
            for theme in wanted.themes.split(","):
                app.theme_cls.theme_style = theme.capitalize()
                kit.resize(*size)
                taken = {}
                for name in names:
                    phases.bring(app, name, Path(stores, f"{name}-{size}-{theme}"))
                    taken[name] = kit.picture()
                    taken[name].save(wanted.folder / f"{name}-{size[0]}x{size[1]}-{theme}.png", compress_level=4)
                sheet(taken).save(wanted.folder / f"sheet-{size[0]}x{size[1]}-{theme}.png")
                print(f"{size[0]}x{size[1]} {theme}: {len(names)} pictures", flush=True)
    print(f"{wanted.folder}: {', '.join(names)}")


def sheet(pictures: dict[str, Any]) -> Any:
    """All pictures small on one sheet, each with its name."""
    from PIL import Image, ImageDraw

    width, height = next(iter(pictures.values())).size
    columns = min(len(pictures), COLUMNS["tall" if height > width else "wide"])
    small = SHEET // columns - 8, round((SHEET // columns - 8) * height / width)
    rows = -(-len(pictures) // columns)
    found = Image.new("RGB", (columns * (small[0] + 8), rows * (small[1] + 24)), "#808080")
    draw = ImageDraw.Draw(found)
    for index, (name, picture) in enumerate(pictures.items()):
        x, y = index % columns * (small[0] + 8), index // columns * (small[1] + 24)
        found.paste(picture.resize(small, Image.Resampling.LANCZOS), (x + 4, y + 20))
        draw.text((x + 6, y + 4), name, fill="white")
    return found


if __name__ == "__main__":
    sys.exit(main())
