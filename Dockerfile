# One image for the server, the worker, the migrations, the operator's commands and the reference modules; the command
# chooses. It runs as a user without privileges on a read-only root file system; what is written goes to /data.
#   docker build -t patchbay:0.9.0 .
FROM node:26-trixie-slim AS web
WORKDIR /app
COPY . .
RUN npm ci --ignore-scripts && npm run build

FROM node:26-trixie-slim AS dependencies
WORKDIR /app
COPY . .
RUN npm ci --omit=dev --ignore-scripts -w apps/server -w modules/bank -w modules/phones -w modules/webchat

FROM node:26-trixie-slim
LABEL org.opencontainers.image.title="Patchbay" org.opencontainers.image.licenses="Apache-2.0"
# pg_dump and pg_restore, for patchbay backup and restore.
RUN apt-get update \
  && apt-get install -y --no-install-recommends postgresql-client \
  && rm -rf /var/lib/apt/lists/* \
  && mkdir -p /data && chown node:node /data
ENV NODE_ENV=production
# Why: docs/decisions/node-26.md
ENV NODE_OPTIONS="--v8-pool-size=1 --max-semi-space-size=32"
ENV FILE_FOLDER=/data/files MAIL_FOLDER=/data/mail BACKUP_FOLDER=/data/backups
WORKDIR /app
COPY --from=dependencies /app/package.json ./
COPY --from=dependencies /app/node_modules node_modules
COPY --from=dependencies /app/packages packages
COPY --from=dependencies /app/apps/server apps/server
COPY --from=dependencies /app/modules modules
COPY --from=dependencies /app/bin bin
COPY --from=dependencies /app/docs/api docs/api
COPY --from=web /app/apps/web/dist apps/web/dist
RUN ln -s /app/bin/patchbay /usr/local/bin/patchbay
USER node
VOLUME /data
EXPOSE 8080 9464
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 8080}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["patchbay", "server"]
