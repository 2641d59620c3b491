"""The errors that a request to Discord may raise."""

from __future__ import annotations

import discord
from aiohttp import ClientError

REQUEST_ERRORS = (discord.HTTPException, ClientError, OSError)
"""Raised if Discord refuses a request, or cannot be reached."""
