# Everything comes from the base image and the npm registry; nothing else is downloaded.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci && npm run build

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY . .
RUN npm ci --omit=dev --workspace @fairlot/server --workspace @fairlot/strategies

FROM node:24-bookworm-slim
ENV NODE_ENV=production \
    PORT=3000 \
    FAIRLOT_DATA_DIR=/data \
    FAIRLOT_PAGES_DIR=/app/apps/trader/dist \
    FAIRLOT_OFFICE_PAGES_DIR=/app/apps/office/dist
WORKDIR /app
COPY package.json LICENSE ./
COPY tools/*.mjs tools/
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/apps/trader/dist apps/trader/dist
COPY --from=build /app/apps/office/dist apps/office/dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
# Ready means: trading takes commands, the market has quotes, the database answers.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "tools/start.mjs"]
