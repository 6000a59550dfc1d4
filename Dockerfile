# One image for the server, the worker and the migrations; the command chooses.
FROM node:26-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci --ignore-scripts && npm run build && npm prune --omit=dev --ignore-scripts

FROM node:26-bookworm-slim
ENV NODE_ENV=production
# Why: docs/decisions/node-26.md
ENV NODE_OPTIONS="--v8-pool-size=1 --max-semi-space-size=32"
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/packages packages
COPY --from=build /app/apps apps
COPY --from=build /app/docs/api docs/api
USER node
EXPOSE 8080
HEALTHCHECK CMD ["node", "-e", "fetch('http://127.0.0.1:8080/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/server/src/bin/server.ts"]
