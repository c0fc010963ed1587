/**
 * Sentences that Whisper and its kin write where nobody speaks: they stood under the videos from which it learned.
 * Only a sentence that is nothing else counts.
 */
const WRITTEN_INTO_SILENCE =
  /^(?:продолжение следует|спасибо за (?:просмотр|внимание)|подписывайтесь на (?:мой |наш )?канал)$/iu;

const INITIAL = String.raw`\p{Lu}\. ?`;
const NAME = String.raw`[«"]?\p{Lu}[\p{L}\d_]+[»"]?`;
/**
 * Who made the subtitles, of the same kind: «Субтитры сделал DimaTorzok», «Редактор субтитров А. Синецкая Корректор
 * А. Егорова». Without a name, or with more in the same sentence, somebody speaks of subtitles or of an editor.
 */
const CREDIT = String.raw`(?:Субтитры \p{L}+ла? (?:${INITIAL})?${NAME}(?: ${NAME})?|(?:Редактор|Корректор)(?: субтитров)? ${INITIAL}${NAME})`;
const CREDITS = new RegExp(
  String.raw`(?:^|(?<=[.!?…] ))(?:${CREDIT}[ .!…]+)*${CREDIT}(?:[ .!…]*$|[.!…]+ )`,
  'gu',
);

/**
 * Sounds that are no speech: «[музыка]», «(смех)», «*стук*», «♪». Round brackets within a sentence hold words that were
 * spoken, and what stands between digits is a sign («2*3»).
 */
const SOUNDS = /\[[^\]]*\]|(?<=^\s*|[.!?…\]*♪]\s*)\([^)]*\)|\*(?=\p{L})[^*]*(?<=\p{L})\*|♪+/gu;

/**
 * What was said, of what a transcriber has written: one line without sounds and without the sentences that it writes
 * into silence. Empty where nobody said anything.
 */
export function spokenWordsIn(transcript: string): string {
  const line = transcript.replace(SOUNDS, ' ').replace(/\s+/gu, ' ').trim().replace(CREDITS, '');
  const sentences = line.split(/(?<=[.!?…])\s+/u);
  const spoken = sentences.filter((sentence) => {
    const words = sentence.replace(/[\s.!?…]+$/u, '');
    return words !== '' && !WRITTEN_INTO_SILENCE.test(words);
  });
  // People do not say the full stop with which a transcriber ends a line.
  return spoken
    .join(' ')
    .replace(/(?<!\.)\.$/u, '')
    .trimEnd();
}
