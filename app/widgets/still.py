"""What stands still on the table, kept as one picture: a dragged tile then pays for one rectangle, not for everything.

Kivy redraws the whole window whenever anything moves. The widgets in here are drawn into a frame buffer, anew only
when one of them changes.
"""

from __future__ import annotations

from typing import Any

from kivy.app import App
from kivy.graphics import Canvas, ClearBuffers, ClearColor, Color, Fbo, Rectangle
from kivy.uix.floatlayout import FloatLayout

from app.style import Theme


class Still(FloatLayout):
    """A layout whose content is drawn once; its corner is the origin, so that coordinates stay as they are."""

    def __init__(self, **kwargs: Any) -> None:
        self.canvas = Canvas()
        with self.canvas:
            self._buffer = Fbo(size=(1, 1))
            Color(1, 1, 1, 1)
            self._picture = Rectangle()
        with self._buffer:
            self._ground = ClearColor(0, 0, 0, 1)
            ClearBuffers()
        self._buffer.add_reload_observer(lambda buffer: buffer.ask_update())  # a lost context has lost the picture
        super().__init__(**kwargs)
        self._theme: Theme = App.get_running_app().theme_cls
        self._theme.bind(theme_style=self._paint)
        self.bind(size=self._resize)
        self._paint()
        self._resize()

    def add_widget(self, widget: Any, *args: Any, **kwargs: Any) -> None:
        """Let a widget draw into the buffer instead of the window."""
        window, self.canvas = self.canvas, self._buffer
        super().add_widget(widget, *args, **kwargs)
        self.canvas = window

    def remove_widget(self, widget: Any, *args: Any, **kwargs: Any) -> None:
        """Take a widget's drawing out of the buffer."""
        window, self.canvas = self.canvas, self._buffer
        super().remove_widget(widget, *args, **kwargs)
        self.canvas = window

    def _resize(self, *_: Any) -> None:
        self._buffer.size = max(1, round(self.width)), max(1, round(self.height))
        self._picture.texture, self._picture.size = self._buffer.texture, self._buffer.size

    def _paint(self, *_: Any) -> None:
        self._ground.rgba = self._theme.backgroundColor
        self._buffer.ask_update()
