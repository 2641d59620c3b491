"""The bot reaches Discord through the proxy that HTTPS_PROXY names."""

from pathlib import Path

from tests.support.wire.bots import BotProcess
from tests.support.wire.discord_server import DiscordServer, until
from tests.support.wire.proxy import Proxy


async def test_all_connections_go_through_the_proxy_and_its_password_stays_secret(
    wire: DiscordServer, tmp_path: Path
) -> None:
    proxy = Proxy("patience", "s3cret/@")
    async with proxy.open(wire.port):
        wrong = f"http://patience:wr0ng@127.0.0.1:{proxy.port}"  # pragma: allowlist secret
        bot = BotProcess(wire, tmp_path, HTTPS_PROXY=wrong)
        async with bot.serving():
            await until(lambda: bool(proxy.refused) and "407" in bot.log.read_text())
        assert not wire.gateway.connections

        bot = BotProcess(wire, tmp_path, HTTPS_PROXY=f"http://patience:s3cret%2F%40@127.0.0.1:{proxy.port}")
        async with bot.serving():
            await wire.ready()
            alice = wire.person()
            await alice.say("start", game="dimes", deal="8")
            assert (await alice.say("draw")).shown.moves_made == 1
        assert proxy.hosts == {"discord.com:443", "gateway.discord.gg:443"}
        log = bot.log.read_text()
        assert "wr0ng" not in log
        assert "s3cret" not in log
