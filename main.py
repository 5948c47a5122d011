"""What Android starts, and `python main.py` on a desktop."""

import sys

from app.main import main

sys.exit(main())
