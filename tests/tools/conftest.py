"""The texts that people read, as translators get them."""

import pytest
from babel.messages.catalog import Message

from tools.catalogues import template


@pytest.fixture(scope="session")
def texts() -> list[Message]:
    """All of them; reading them from the code takes a second."""
    return [message for message in template() if message.id]
