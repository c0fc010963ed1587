import { type ShepherdOptionsWithType, type Tour } from 'react-shepherd';
import { tutorialTexts } from '@/texts/tutorial';

type Step = Tour['steps'][number];

const { buttons, steps: texts } = tutorialTexts;

/** The fields that the tour visits, by their `data-field`, in its order; the intro comes before them. */
const FIELDS = ['text', 'category', 'type', 'date', 'time', 'submit'] as const;
export const INTRO = 'intro';
export const ENTER = 'enter';
const COUNT = FIELDS.length + 1;
const FIRST_FIELD = FIELDS[0];

const START_MS = 500;
const POLL_MS = 200;
const POLLS = 20;
const SETTLE_MS = 300;
const SCROLL_MS = 500;
const SCROLL_OFFSET = 100;

const fieldOf = (name: string) => document.querySelector<HTMLElement>(`[data-field="${name}"]`);
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Opens the form and goes on in it, once its text field is on the page and has come to rest. */
export async function enterForm(
  tour: Pick<Tour, 'hide' | 'show' | 'isActive'>,
  openForm: () => void,
): Promise<void> {
  tour.hide();
  openForm();
  await pause(START_MS);
  for (let tries = 0; tries < POLLS; tries += 1) {
    if (fieldOf(FIRST_FIELD)) {
      await pause(SETTLE_MS);
      // Without its fields the tour would pass over them all, and count as done.
      const isThere = fieldOf(FIRST_FIELD) !== null;
      if (isThere && tour.isActive()) tour.show(FIRST_FIELD);
      return;
    }
    await pause(POLL_MS);
  }
}

/** `first`: the person has no reminder yet. */
export function tourSteps(first: boolean): ShepherdOptionsWithType[] {
  const skip = {
    text: buttons.skip,
    secondary: true,
    action(this: Tour) {
      this.cancel();
    },
  };
  const back = { text: buttons.back, secondary: true, type: 'back' as const };
  const enter = {
    text: buttons.nextOf(1, COUNT),
    action(this: Tour) {
      this.trigger(ENTER);
    },
  };
  return [
    {
      id: INTRO,
      ...(first ? texts.intro : texts.introAgain),
      when: { show: levelTitle },
      buttons: [skip, enter],
    },
    ...FIELDS.map((name, at): ShepherdOptionsWithType => {
      const last = name === 'submit';
      const onward = {
        text: last ? buttons.finish : buttons.nextOf(at + 2, COUNT),
        // What is to be pressed there is the form's own button.
        secondary: last,
        type: 'next' as const,
      };
      return {
        id: name,
        ...texts[name],
        when: { show: levelTitle },
        attachTo: { element: `[data-field="${name}"]`, on: last ? 'top' : 'bottom' },
        showOn: () => fieldOf(name) !== null,
        buttons: last ? [back, onward] : [skip, back, onward],
      };
    }),
  ];
}

/** Shepherd's titles are h3; here they follow an h1, and stand beside the h2 of the form. */
function levelTitle(this: Step): void {
  this.getElement()?.querySelector('.shepherd-title')?.setAttribute('aria-level', '2');
}

export const tourOptions = {
  exitOnEsc: false,
  // Arrow keys belong to the fields.
  keyboardNavigation: false,
  useModalOverlay: true,
  defaultStepOptions: {
    cancelIcon: { enabled: true, label: buttons.close },
    modalOverlayOpeningPadding: 8,
    modalOverlayOpeningRadius: 18,
    scrollTo: true,
    scrollToHandler: scrollTo,
  },
};

/**
 * Brings a field below the top of the form, or of the page, smoothly where motion is welcome. By hand:
 * Shepherd would call `scrollIntoView`, which leaves no room above the field, moves whatever scrolls around it, and takes
 * as long as each browser likes.
 */
function scrollTo(field: HTMLElement | undefined): void {
  if (!field) return; // The intro stands in the middle of the screen.
  const container = field.closest('[data-modal]') ?? document.documentElement;
  const from = container.scrollTop;
  const distance = field.getBoundingClientRect().top - SCROLL_OFFSET;
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
    container.scrollTop = from + distance;
    return;
  }
  const started = performance.now();
  const frame = (now: number) => {
    const part = Math.min(1, (now - started) / SCROLL_MS);
    container.scrollTop = from + distance * (1 - (1 - part) ** 3);
    if (part < 1) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}
