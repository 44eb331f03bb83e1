# blogcrawler with Chromium and all optional features:
#
#   docker build --tag blogcrawler .
#   docker run --rm --volume blogs:/archive blogcrawler crawl https://some.blog/

FROM python:3.13-slim AS build
WORKDIR /source
COPY pyproject.toml constraints.txt LICENSE README.md ./
COPY docs/package_readme.py docs/
COPY knowledge_base knowledge_base/
COPY blogcrawler blogcrawler/
RUN python -m venv /opt/blogcrawler && \
    /opt/blogcrawler/bin/python -m pip install --no-cache-dir --constraint constraints.txt '.[all]'

FROM python:3.13-slim
# No version of Chromium is named: it must get security updates. Its own sandbox needs user namespaces, which containers
# lack; here, the container is the sandbox.
# hadolint ignore=DL3008,SC2016
RUN apt-get update && \
    apt-get install --yes --no-install-recommends chromium && \
    rm -rf /var/lib/apt/lists/* && \
    echo 'CHROMIUM_FLAGS="$CHROMIUM_FLAGS --no-sandbox"' > /etc/chromium.d/no-sandbox && \
    useradd --uid 1000 --create-home crawler && \
    install --directory --owner=crawler --group=crawler /archive
COPY --from=build /opt/blogcrawler /opt/blogcrawler
ENV PATH=/opt/blogcrawler/bin:$PATH \
    BLOGCRAWLER_HOME=/archive
USER 1000
WORKDIR /archive
VOLUME /archive
ENTRYPOINT ["blogcrawler"]
CMD ["--help"]
