import { ShepherdTour, ShepherdTourContext } from 'react-shepherd';
import { use, useEffect, useEffectEvent, useState } from 'react';
import { tutorialTexts } from '@/texts/tutorial';
import { Alert } from '../ui/alert';
import snackbar from '../ui/snackbar.module.css';
import { ENTER, enterForm, INTRO, tourOptions, tourSteps } from './steps';
import { useTutorial } from './use-tutorial';
import './tour.css';

interface Props {
  /** The person has no reminder yet. */
  first: boolean;
  formOpen: boolean;
  onOpenForm: () => void;
}

export default function FirstRunTour({ first, ...props }: Props) {
  const [steps] = useState(() => tourSteps(first));
  return (
    <ShepherdTour steps={steps} tourOptions={tourOptions}>
      <Guide {...props} />
    </ShepherdTour>
  );
}

/** Lies over everything, and takes the taps. */
const TapShield = () => <div style={{ position: 'fixed', inset: 0, zIndex: 1500 }} />;

function Guide({ formOpen, onOpenForm }: Omit<Props, 'first'>) {
  const { done: endTour } = useTutorial();
  const tour = use(ShepherdTourContext);
  const [isPastIntro, setPastIntro] = useState(false);
  const done = useEffectEvent(endTour);
  /** The form has been asked for, and has neither come to rest nor been given up: taps are meant for the tour. */
  const [isFormComing, setFormComing] = useState(false);
  const enter = useEffectEvent(() => {
    if (!tour || isFormComing) return;
    // «Назад» leads from the form to the intro: the form stays open behind it, with what was typed there.
    if (formOpen) {
      tour.next();
      return;
    }
    setFormComing(true);
    // The form may never come: then the tour waits, and says how to go on.
    setPastIntro(true);
    void enterForm(tour, onOpenForm).then(() => setFormComing(false));
  });

  useEffect(() => {
    if (!tour) return;
    const finished = () => done();
    const shown = ({ step }: { step: { id: string } }) => setPastIntro(step.id !== INTRO);
    const heard = { [ENTER]: () => enter(), show: shown, complete: finished, cancel: finished };
    for (const [event, listener] of Object.entries(heard)) tour.on(event, listener);
    tour.start();
    return () => {
      for (const [event, listener] of Object.entries(heard)) tour.off(event, listener);
      tour.cancel();
    };
  }, [tour]);

  // The form was closed on the way: the tour waits, and says how to go on.
  const waiting = isPastIntro && !formOpen;
  useEffect(() => {
    if (waiting) tour?.hide();
  }, [tour, waiting]);
  if (isFormComing) return <TapShield />;
  if (!waiting) return null;
  const { paused, buttons } = tutorialTexts;
  return (
    <div className={snackbar.place}>
      <Alert
        variant="filled"
        severity="info"
        role="status"
        ways={[
          { label: buttons.skip, run: endTour },
          { label: buttons.open, run: () => tour?.trigger(ENTER) },
        ]}
      >
        {paused}
      </Alert>
    </div>
  );
}
