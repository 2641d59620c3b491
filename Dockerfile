FROM python:3.13-slim AS build
WORKDIR /src
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY engine engine
COPY bot bot
RUN python -m venv /opt/patience \
    && /opt/patience/bin/pip install --no-cache-dir --disable-pip-version-check --constraint constraints.txt '.[fast,local,postgres,sentry,solver]'
# Compile the solver for any processor of this architecture, which costs it no speed: the image runs on other machines.
# With -P, Python imports what was just installed, as the bot will: Numba looks the code up by the path of its source.
ENV NUMBA_CPU_NAME=generic
RUN NUMBA_CACHE_DIR=/opt/patience/numba /opt/patience/bin/python -P -c \
    'from engine.solver import compile_searches; compile_searches()'

FROM python:3.13-slim
RUN groupadd --system --gid 10001 patience \
    && useradd --system --uid 10001 --gid 10001 --no-create-home patience \
    && install --directory --owner patience --group patience /data
COPY --from=build /opt/patience /opt/patience
# A fixed MALLOC_MMAP_THRESHOLD_ makes glibc return large buffers, such as those of connections, to the system when they
# are freed; by default it raises the threshold after the first one and keeps them (mallopt(3), M_MMAP_THRESHOLD).
ENV PYTHONUNBUFFERED=1 \
    DATABASE_URL=sqlite:////data/patience.sqlite3 \
    METRICS_HOST=0.0.0.0 \
    METRICS_PORT=8000 \
    NUMBA_CACHE_DIR=/tmp/numba \
    NUMBA_CPU_NAME=generic \
    MALLOC_MMAP_THRESHOLD_=131072
USER patience
WORKDIR /data
VOLUME /data
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["/opt/patience/bin/python", "-m", "bot.monitoring.probe"]
ENTRYPOINT ["/opt/patience/bin/patience-bot"]
