import { useAnswer } from '../session/use-answer';
import { TUTORIAL_DONE, TUTORIAL_SHOW } from '@/core/limits';
import { rarelyChanges, useSession } from '../session/session';

export function useTutorial() {
  const { api } = useSession();
  const { data: step, mutate } = useAnswer('tutorial', api.tutorialStep, rarelyChanges);
  const done = () => {
    void mutate(TUTORIAL_DONE, { revalidate: false });
    // Where this is lost, the next start offers the tour again.
    api.saveTutorialStep(TUTORIAL_DONE).catch(() => undefined);
  };
  return { active: step === TUTORIAL_SHOW, done };
}
