/**
 * Sentences that Whisper and its kin write where nobody speaks: they stood under the videos from which it learned.
 * Only a sentence that is nothing else counts.
 */
const WRITTEN_INTO_SILENCE =
  /^(?:продолжение следует|спасибо за (?:просмотр|внимание)|подписывайтесь на (?:мой |наш )?канал)$/iu;

/**
 * Who made the subtitles, of the same kind: «Субтитры сделал DimaTorzok», «Редактор субтитров А. Синецкая Корректор
 * А. Егорова». Without a name, or with more behind it, somebody speaks of subtitles or of an editor.
 */
const CREDITS =
  /(?:^|(?<=[.!?…] ))(?:(?:Субтитры \p{L}+ла? [«"]?\p{Lu}|(?:Редактор|Корректор)(?: субтитров)? \p{Lu}\. ?\p{Lu})[\p{L}\d]+[»"]?[ .!]*)+$/u;

/** Sounds that are no speech: «[музыка]», «(смех)», «*стук*», «♪». */
const SOUNDS = /\[[^\]]*\]|\([^)]*\)|\*[^*]*\*|♪+/gu;

/**
 * What was said, of what a transcriber has written: one line without sounds and without the sentences that it writes
 * into silence. Empty where nobody said anything.
 */
export function spokenWordsIn(transcript: string): string {
  const line = transcript.replace(SOUNDS, ' ').replace(/\s+/gu, ' ').replace(CREDITS, '').trim();
  const sentences = line.split(/(?<=[.!?…])\s+/u);
  const spoken = sentences.filter((sentence) => {
    const words = sentence.replace(/[\s.!?…]+$/u, '');
    return words !== '' && !WRITTEN_INTO_SILENCE.test(words);
  });
  // People do not say the full stop with which a transcriber ends a line.
  return spoken.join(' ').replace(/(?<!\.)\.$/u, '');
}
