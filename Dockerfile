# The app as a container. Build: `docker build -t napomnyu .`; how to run it: docs/operations.md, "A container".
# Node 24 has support until April 2028; 20, which the code also runs on, has had none since April 2026.
ARG NODE_IMAGE=node:24-bookworm-slim

# Everything that builds the app. As an image of its own (`--target build`) it also runs the one-off
# commands: `npm run db:migrate` and `npm run bot:setup`.
FROM ${NODE_IMAGE} AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
ARG NEXT_PUBLIC_APP_NAME
RUN BUILD_STANDALONE=1 npm run build

FROM ${NODE_IMAGE}
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 HOSTNAME=0.0.0.0 PORT=3000
# Next leaves these two beside its standalone server, for a CDN; here the server gives them out.
COPY --from=build /app/.next/standalone ./
COPY --from=build /app/.next/static ./.next/static
COPY --from=build /app/public ./public
# All of it stays root's: what runs cannot change what runs next.
USER node
EXPOSE 3000
# Whether the process answers. That a database is away is no reason to restart it.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD \
  ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health?live`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# On SIGTERM messages on their way are settled first, for up to 15 s: stop it with `--time 20`.
CMD ["node", "server.js"]
