import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Tooltip } from './tooltip';
import { ErrorBoundary } from './error-boundary';
import { lazyPart } from './lazy-part';
import { ignoreSecondTaps } from './second-tap';

describe('a tooltip', () => {
  const tooltip = () => screen.queryByRole('tooltip');

  test('explains what a pointer is moved to; not what comes under one that rests, where a row has gone', async () => {
    render(
      <Tooltip title="Удалить">
        <button>Удалить</button>
      </Tooltip>,
    );
    const button = screen.getByRole('button');
    fireEvent.pointerEnter(button);
    fireEvent.pointerOver(button);
    expect(tooltip()).toBeNull();
    await userEvent.hover(button);
    expect(tooltip()).toHaveTextContent('Удалить');
    await userEvent.unhover(button);
    expect(tooltip()).toBeNull();
  });
});

describe('a part that is loaded late', () => {
  test('a part whose load failed shows the way back, and loads at the next try', async () => {
    const user = userEvent.setup({ delay: null });
    // React reports what an error boundary catches.
    const reported = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    let online = false;
    const Part = lazyPart(async () => {
      await Promise.resolve();
      if (!online) throw new Error('offline');
      return { default: () => <p>Готово</p> };
    });
    render(
      <ErrorBoundary shown>
        <Part />
      </ErrorBoundary>,
    );
    expect(await screen.findByText('Что-то пошло не так')).toBeVisible();
    online = true;
    await user.click(screen.getByRole('button', { name: 'Вернуться' }));
    expect(await screen.findByText('Готово')).toBeVisible();
    expect(reported).toHaveBeenCalled();
    reported.mockRestore();
  });
});

describe('a second tap', () => {
  let taps: string[] = [];
  let stop: () => void;
  beforeEach(() => {
    taps = [];
    document.body.innerHTML = '<button id="one">1</button><button id="two">2</button>';
    for (const button of document.querySelectorAll('button')) {
      button.addEventListener('click', () => taps.push(button.id));
    }
    stop = ignoreSecondTaps();
  });
  afterEach(() => stop());

  /** A click at a place and a moment (milliseconds); `detail` 0 is one by the keyboard. */
  function tap(id: string, at: number, { x = 0, detail = 1 } = {}): void {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, clientX: x, detail });
    Object.defineProperty(event, 'timeStamp', { value: at });
    document.getElementById(id)?.dispatchEvent(event);
  }

  test('the second tap of a double tap does not reach what has come under the finger meanwhile', () => {
    tap('one', 0);
    tap('two', 250);
    tap('two', 500);
    expect(taps).toEqual(['one']);
    tap('two', 901);
    expect(taps).toEqual(['one', 'two']);
  });

  test('a key that is held presses its button once', () => {
    const press = (repeat: boolean) => {
      const event = new KeyboardEvent('keydown', {
        ...{ key: 'Enter', repeat, bubbles: true, cancelable: true },
      });
      document.getElementById('one')?.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect([press(false), press(true)]).toEqual([false, true]);
  });

  test('nor the same key where it is about another version of its row by now', () => {
    const row = document.createElement('div');
    row.dataset.version = '1';
    row.append(...document.querySelectorAll('button'));
    document.body.append(row);
    tap('one', 0);
    tap('one', 150);
    expect(taps).toEqual(['one', 'one']);
    row.dataset.version = '2';
    tap('one', 250);
    expect(taps).toEqual(['one', 'one']);
    tap('one', 900);
    expect(taps).toEqual(['one', 'one', 'one']);
  });

  test('a tap after something was typed is no second one', () => {
    tap('one', 0);
    document.body.dispatchEvent(new Event('input', { bubbles: true }));
    tap('two', 100);
    expect(taps).toEqual(['one', 'two']);
  });

  test('a tap on each step of the tour arrives; what lies under the tour is no step of it', () => {
    document.body.innerHTML =
      '<div class="shepherd-element"><button id="one"></button></div>' +
      '<div class="shepherd-element"><button id="two"></button></div><button id="form"></button>';
    for (const button of document.querySelectorAll('button')) {
      button.addEventListener('click', () => taps.push(button.id));
    }
    tap('one', 0);
    tap('two', 333);
    tap('form', 666);
    expect(taps).toEqual(['one', 'two']);
  });

  test('a tap on the words of a switch reaches it', () => {
    document.body.innerHTML = '<label id="words">Флуд</label><input id="switch" type="checkbox">';
    document.querySelector('label')?.setAttribute('for', 'switch');
    // The browser sends the second itself, at the same place, and counts it as a pointer's; jsdom does not.
    document.getElementById('words')?.addEventListener('click', (event) => event.preventDefault());
    document.getElementById('switch')?.addEventListener('click', () => taps.push('switch'));
    tap('words', 0);
    tap('switch', 0);
    expect(taps).toEqual(['switch']);
  });

  test('two taps on one thing, on two places, or by the keyboard are all done', () => {
    tap('one', 0);
    tap('one', 100);
    tap('two', 200, { x: 60 });
    tap('one', 250, { x: 60, detail: 0 });
    expect(taps).toEqual(['one', 'one', 'two', 'one']);
  });
});
