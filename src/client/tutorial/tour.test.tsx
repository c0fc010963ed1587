import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FakeServer } from '@/testing/fake-server';
import { renderScreen } from '@/testing/mini-app';
import { RemindersScreen } from '../reminders/screen/screen';
import { type Tour } from 'react-shepherd';
import { enterForm, tourOptions, tourSteps } from './steps';

describe('the tour', () => {
  // jsdom has none, and Shepherd looks after its fields by it.
  Object.defineProperty(window, 'ResizeObserver', {
    configurable: true,
    value: class {
      observe = () => undefined;
      unobserve = () => undefined;
      disconnect = () => undefined;
    },
  });

  test('«Назад» from the first field to the intro, and on again, keeps what was typed there', async () => {
    const user = userEvent.setup({ delay: null });
    const server = new FakeServer();
    server.tutorialStep = 1;
    renderScreen(<RemindersScreen />, server);
    const button = (name: string) => screen.findByRole('button', { name });
    await user.click(await button('Далее (Шаг 1 из 7)'));
    await button('Далее (Шаг 2 из 7)');
    const form = within(await screen.findByRole('dialog', { name: 'Добавить уведомление' }));
    const text = form.getByLabelText('Текст уведомления');
    await user.type(text, ' для мамы');
    await user.click(await button('Назад'));
    await user.click(await button('Далее (Шаг 1 из 7)'));
    await button('Далее (Шаг 2 из 7)');
    expect(text).toBeInTheDocument();
    expect(text).toHaveValue('Тестовое напоминание для мамы');
  });
});

describe('its steps', () => {
  let active = true;
  const tour = () => {
    const log: string[] = [];
    const fake: Pick<Tour, 'hide' | 'show' | 'isActive'> = {
      isActive: () => active,
      hide: () => log.push('hide'),
      show: (id) => log.push(`show ${String(id)}`),
    };
    return { fake, log };
  };
  const field = () => {
    const element = document.createElement('div');
    element.dataset['field'] = 'text';
    document.body.append(element);
  };

  beforeEach(() => {
    active = true;
    jest.useFakeTimers();
    document.body.replaceChildren();
  });
  afterEach(() => jest.useRealTimers());

  test('the form opens at once; the tour goes on 500 ms later, and 300 ms after the field is there', async () => {
    const { fake, log } = tour();
    void enterForm(fake, () => log.push('open'));
    expect(log).toEqual(['hide', 'open']);
    field();
    await jest.advanceTimersByTimeAsync(799);
    expect(log).toHaveLength(2);
    await jest.advanceTimersByTimeAsync(1);
    expect(log.at(-1)).toBe('show text');
  });

  test('it looks for the field every 200 ms, twenty times, and then gives up', async () => {
    const looks = jest.spyOn(document, 'querySelector');
    const { fake, log } = tour();
    void enterForm(fake, () => undefined);
    await jest.advanceTimersByTimeAsync(500 + 200 * 19 - 1);
    expect(looks).toHaveBeenCalledTimes(19);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(looks).toHaveBeenCalledTimes(20);
    expect(log).toEqual(['hide']);
    looks.mockRestore();
  });

  test('a field that comes late is still found', async () => {
    const { fake, log } = tour();
    void enterForm(fake, () => undefined);
    await jest.advanceTimersByTimeAsync(3_000);
    field();
    await jest.advanceTimersByTimeAsync(500);
    expect(log.at(-1)).toBe('show text');
  });

  test('where the form was closed before it came to rest, the tour waits', async () => {
    const { fake, log } = tour();
    field();
    void enterForm(fake, () => undefined);
    await jest.advanceTimersByTimeAsync(600);
    document.body.replaceChildren();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(log).toEqual(['hide']);
  });

  test('a tour that has ended meanwhile shows nothing more', async () => {
    const { fake, log } = tour();
    field();
    void enterForm(fake, () => undefined);
    active = false;
    await jest.advanceTimersByTimeAsync(60_000);
    expect(log).toEqual(['hide']);
  });

  test('only who has no reminder yet is told about a first one', () => {
    const words = (first: boolean) => JSON.stringify(tourSteps(first).map(({ text }) => text));
    expect(words(true)).toContain('первое уведомление');
    expect(words(false)).not.toMatch(/перв/i);
  });

  test('seven steps; skipping is offered until the last, which finishes; missing targets are passed over', () => {
    const steps = tourSteps(true);
    const labels = steps.map(({ buttons = [] }) => buttons.map(({ text }) => text));
    expect(labels[0]).toEqual(['Пропустить', 'Далее (Шаг 1 из 7)']);
    expect(labels.slice(1, 6)).toEqual(
      [2, 3, 4, 5, 6].map((step) => ['Пропустить', 'Назад', `Далее (Шаг ${step} из 7)`]),
    );
    expect(labels[6]).toEqual(['Назад', 'Завершить']);
    expect(steps.slice(1).map(({ showOn }) => showOn?.())).toEqual(Array(6).fill(false));
    field();
    expect(steps[1]?.showOn?.()).toBe(true);
  });

  test('a field is scrolled to within half a second, and comes to lie 100 px below the top', async () => {
    const { documentElement: page } = document;
    page.scrollTop = 50;
    field();
    const element = document.querySelector<HTMLElement>('[data-field]') ?? undefined;
    jest
      .spyOn(element ?? page, 'getBoundingClientRect')
      .mockReturnValue(new DOMRect(0, 700, 10, 10));
    tourOptions.defaultStepOptions.scrollToHandler(element);
    await jest.advanceTimersByTimeAsync(400);
    expect(page.scrollTop).toBeGreaterThan(50);
    expect(page.scrollTop).toBeLessThan(650);
    await jest.advanceTimersByTimeAsync(120);
    expect(page.scrollTop).toBe(650);
    page.scrollTop = 0;
  });
});
