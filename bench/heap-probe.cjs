// Loaded into a server by NODE_OPTIONS: notes every ten seconds what is left after a collection.
const { appendFileSync } = require('node:fs');
const v8 = require('node:v8');
const vm = require('node:vm');

v8.setFlagsFromString('--expose-gc');
const collect = vm.runInNewContext('gc');
setInterval(() => {
  collect();
  const line = `${process.pid} ${process.memoryUsage().heapUsed}\n`;
  appendFileSync(process.env.BENCH_HEAP_FILE, line);
}, 10_000).unref();
