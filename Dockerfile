# `fieldpost serve`.  Build: docker build -t fieldpost .   Run: docker run -e DISCORD_TOKEN=... -v fieldpost:/data fieldpost
FROM python:3.12-slim

RUN useradd --create-home --uid 10001 fieldpost && install -d -o fieldpost -g fieldpost /data
WORKDIR /app
COPY pyproject.toml README.md LICENSE ./
COPY maps maps
COPY engine engine
COPY bot bot
RUN pip install --no-cache-dir ".[postgres,league]" && rm -rf build *.egg-info

ENV FIELDPOST_DB=/data/fieldpost.db PYTHONUNBUFFERED=1
VOLUME /data
USER fieldpost
WORKDIR /data
HEALTHCHECK --interval=60s --timeout=10s --start-period=90s CMD ["python", "-m", "bot.health"]
CMD ["fieldpost", "serve"]
