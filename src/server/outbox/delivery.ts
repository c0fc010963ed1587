import 'server-only';
import { type Db } from '../platform/db/client';
import { type ChatPace } from '../telegram/chat-pace';
import { type Retract } from '../telegram/send';
import { type Timers } from './clock';
import { type Kind, type SendWindow } from './kind';
import { type Breaker } from './queue';

/** What delivery works with; fixed for the life of a process. */
export interface Delivery {
  db: Db;
  /** Asked in their order; a notice takes no slot that a reminder wants. */
  kinds: readonly Kind[];
  retract: Retract;
  /** Messages a second over all instances; Infinity turns the pace off. */
  maxPerSecond: number;
  /** The clock that rules: the database's unless told. */
  now?: () => Date;
  timers?: Timers;
  /** Shared by the ticks of the process. */
  window?: SendWindow;
  /** What the ticks of the process know of an outage: the next one goes on where the last one stopped. */
  breaker?: Breaker;
  /** The process's own, whose clock is that of the timers. */
  chats?: ChatPace;
}
