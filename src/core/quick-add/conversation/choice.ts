import { saysYes } from '../replies/consent';
import { tokenize } from '../tokens/tokens';
import { type Asks } from './conversation';
import { namingOf, namingWords } from './names';

/** What was chosen of what was asked, by a button or in words. */
export type Choice =
  | { how: 'act' | 'once' | 'always' | 'skip' | 'delete'; id: number }
  | { how: 'all' | 'keep' | 'new' };

const whole = (source: string): RegExp => new RegExp(`^(?:${source})$`);
const KEEP = whole(
  '(?:(?:ой|не|нет|ну) )*(?:нет|не надо|не нужно|не удаляй|оставь|пусть (?:будет|останется)|отмена|отбой|забей|никак(?:ое|ой|ую)|передумал[а]?|стоп)(?: .{0,20})?',
);
const ONCE = whole(
  '(?:только |лишь )?(?:в |на )?(?:этот|один|сегодняшн\\S+|ближайш\\S+|разочек|это|эту)?(?: ?раз)?|(?:только |лишь )?(?:на |в )?(?:сегодня|сейчас|завтра|разово|однократно|один раз|этот раз)',
);
const ALWAYS = whole(
  '(?:да )?(?:теперь )?(?:всегда|навсегда|насовсем|каждый раз|все(?: разы| время)?|всю(?: серию)?|серию|целиком|полностью|везде)',
);
const YES = whole('(?:да )?(?:удал(?:и|яй|ить)|удали его|точно|конечно)');
const ALL = whole('(?:да )?(?:обе|оба|все|все сразу|и то и другое|и то и то)(?: .{0,12})?');
const NEW = whole('(?:да )?(?:это )?(?:новое|создай|создать|создавай)(?: .{0,20})?');
const ORDINALS = [/^(?:перв\S+|1)$/, /^(?:втор\S+|2)$/, /^(?:трет\S+|3)$/];

/** Reads a line as the answer to a question; undefined where it is none. */
export function readChoice(line: string, asked: Asks): Choice | undefined {
  if (line.length > 100) return undefined;
  const words = tokenize(line).flatMap(({ kind, text }) => (kind === 'mark' ? [] : [text]));
  const said = words.join(' ');
  if (said === '') return undefined;
  switch (asked.kind) {
    case 'no-such':
      if (KEEP.test(said)) return { how: 'keep' };
      return saysYes(line) || NEW.test(said) ? { how: 'new' } : undefined;
    case 'scope':
    case 'delete': {
      const { id, rule } = asked.reminder;
      if (asked.kind === 'scope') {
        if (ALWAYS.test(said)) return { how: 'always', id };
        if (ONCE.test(said)) return { how: 'once', id };
      } else if (rule !== null) {
        if (ALWAYS.test(said)) return { how: 'delete', id };
        if (ONCE.test(said)) return { how: 'skip', id };
      } else if (saysYes(line) || YES.test(said)) {
        return { how: 'delete', id };
      }
      return KEEP.test(said) ? { how: 'keep' } : undefined;
    }
    case 'which': {
      if (asked.all && ALL.test(said)) return { how: 'all' };
      if (KEEP.test(said)) return { how: 'keep' };
      const at = words.length <= 2 ? ORDINALS.findIndex((each) => each.test(words[0] ?? '')) : -1;
      const numbered = asked.reminders[at];
      if (numbered) return { how: 'act', id: numbered.id };
      const named = asked.reminders.filter(({ text }) => {
        return namingOf(namingWords(line), namingWords(text)) !== undefined;
      });
      const [only, ...others] = named;
      return only && others.length === 0 ? { how: 'act', id: only.id } : undefined;
    }
  }
}
