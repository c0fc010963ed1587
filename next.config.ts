import type { NextConfig } from 'next';

const config: NextConfig = {
  output: 'standalone',
  poweredByHeader: false,
  reactStrictMode: true,
  typedRoutes: true,
  // Postgres, Telegraf and pino run from node_modules: bundling them gains nothing on a server.
  serverExternalPackages: ['postgres', 'telegraf', 'pino'],
};

export default config;
