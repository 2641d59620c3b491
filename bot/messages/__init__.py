"""What players see: boards, controls and pages, as embeds and components within Discord's limits.

Everything here is a pure function of its arguments: no store, no network, no clock.
"""
