import 'server-only';

/** All that a process keeps in memory from one request to the next: what, whose it is, and what ends or renews it. */
type StateName =
  // platform/env.ts: read when first asked for; ends with the process.
  | 'environment'
  // platform/db/client.ts: the pool; its `close` ends it for good.
  | 'connection'
  // platform/metrics.ts: what Prometheus scrapes; ends with the process.
  | 'metrics'
  // platform/give-way.ts: work that waits for its turn; each key goes with its last work.
  | 'queues'
  // platform/rate-limit.ts: permits; each limit’s begin anew when its window ends.
  | 'rateWindows'
  // platform/db/reference.ts: what everybody may choose; read anew after a minute.
  | 'reference'
  // platform/transcriber.ts: whether the latest request came to nothing; ends with the process.
  | 'transcriber'
  // quick-add/voice.ts: how many voices are being written down; each ends within ten seconds.
  | 'voices'
  // telegram/outage.ts: calls without an answer; begins anew with one that is answered.
  | 'outage'
  // telegram/chat-pace.ts: when chats were last written to; a chat goes once it has been silent.
  | 'chatPace'
  // nudge.ts: who delivers here; `onNudge(null)` takes it off.
  | 'nudged'
  // outbox/health.ts: the latest answer; good for a second.
  | 'health'
  // outbox/status.ts: the latest answer; good for a minute.
  | 'status'
  // telegram/outdated.ts: who edits messages here; `onOutdatedMessage(null)` takes it off.
  | 'outdated'
  // chat/bot.ts: who was told that it is too much; emptied where there are too many.
  | 'flooders'
  // admin/stats.ts: the latest count; good for half a minute.
  | 'userNumbers'
  // deliver.ts: what is on its way, and not yet written down; ends with the process.
  | 'delivery';

/**
 * The one state of this name in this process, made by whoever loads its module first. Next loads modules more than
 * once in one process (routes, instrumentation), so it stands on `globalThis`. To `instanceof` the classes of another
 * copy are strangers: what is kept here throws none of our errors to whoever takes it.
 */
export function processState<State extends object>(name: StateName, begin: () => State): State {
  const holder: typeof globalThis & { napomnyu?: Partial<Record<StateName, State>> } = globalThis;
  const states = (holder.napomnyu ??= {});
  return (states[name] ??= begin());
}
