import path from 'node:path';

const config = {
  poweredByHeader: false,
  turbopack: { root: path.resolve(import.meta.dirname, '../..') },
};

export default config;
