/** Stands in for `server-only` under Jest, where there is no bundler to guard. */
export {};
