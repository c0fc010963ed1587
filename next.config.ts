import type { NextConfig } from 'next';
import path from 'node:path';
import { addCompileHints } from './src/compile-hints';
import { apiPolicy, fixedHeaders } from './src/security-headers';

const config: NextConfig = {
  // For the container image only: `next start` and Vercel run from the ordinary output.
  ...(process.env.BUILD_STANDALONE === '1' && { output: 'standalone' as const }),
  poweredByHeader: false,
  // No image is resized here: the endpoint that would do it for any address is off.
  images: { unoptimized: true },
  // The proxy keeps a copy of each body. No page takes one, and src/server/platform/request-guard.ts lets none in.
  // Source maps of the server's code only: the log names places that people can find (safeFault).
  experimental: {
    proxyClientMaxBodySize: '64kb',
    serverSourceMaps: true,
    // Few files instead of many small ones: on a mobile network each request costs more than what it brings.
    cssChunking: { type: 'graph', requestCost: 10_000_000 },
    turbopackChunking: {
      minChunkSize: 400_000,
      maxChunkCountPerGroup: 3,
      maxMergeChunkSize: 2_000_000,
    },
  },
  turbopack: {
    rules: {
      '*.ts': [true, false].map((browser) => ({
        condition: { all: [{ query: '?run' }, browser ? 'browser' : { not: 'browser' }] },
        loaders: [{ loader: './src/run-as-text.mjs', options: { browser } }],
        type: 'text',
      })),
    },
  },
  reactStrictMode: true,
  // Where `npm run dev` serves the app.
  allowedDevOrigins: ['127.0.0.1'],
  typedRoutes: true,
  compiler: {
    runAfterProductionCompile: async ({ distDir, projectDir }) => {
      const built = path.resolve(projectDir, distDir);
      await addCompileHints(path.join(built, 'static/chunks'));
    },
  },
  // `npm run build` checks types. The demo does not need that, and `npm test` does it beside the rest.
  typescript: { ignoreBuildErrors: process.env.BUILD_WITHOUT_TYPES === '1' },
  // These run from node_modules: bundling them gains nothing on a server.
  serverExternalPackages: ['pg', 'pg-connection-string', 'telegraf', 'pino', 'prom-client'],
  headers: () =>
    Promise.resolve([
      { source: '/:path*', headers: [...fixedHeaders] },
      {
        source: '/api/:path*',
        headers: [{ key: 'Content-Security-Policy', value: apiPolicy }],
      },
      {
        // Next writes a route's own Content-Type in a form by which its compression does not know JSON; one
        // that is here already stays as it is. These two answers are the long ones.
        source: '/api/:list(notifications|notes)',
        headers: [{ key: 'Content-Type', value: 'application/json' }],
      },
    ]),
};

export default config;
