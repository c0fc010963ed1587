import { useState } from 'react';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { FakeServer } from '@/testing/fake-server';
import { renderScreen, USER } from '@/testing/mini-app';
import { unsavedPlace } from '../session/kept-place';
import { type KeptForm, useKept } from './edited-row';

const place = unsavedPlace<KeptForm<string>>('probe');

function Probe() {
  const [values, setValues] = useState('');
  const drop = useKept(place, {
    values,
    edit: undefined,
    dirty: values !== '',
    wasKept: false,
  });
  return (
    <>
      <input value={values} onChange={(event) => setValues(event.target.value)} />
      <button onClick={drop}>Отбросить</button>
    </>
  );
}

test('what was saved or thrown away is not kept again, though its form be drawn once more', async () => {
  localStorage.clear();
  const server = new FakeServer();
  renderScreen(<Probe />, server);
  const zoneSaved = () => expect(server.callsOf('POST', '/api/profile/timezone')).toHaveLength(1);
  await waitFor(zoneSaved);
  await act(async () => {});
  const type = (value: string) =>
    fireEvent.change(screen.getByRole('textbox'), { target: { value } });
  type('Хлеб');
  expect(place.read(USER.id)?.values).toBe('Хлеб');
  fireEvent.click(screen.getByRole('button', { name: 'Отбросить' }));
  expect(place.read(USER.id)).toBeNull();
  type('Хлеб и молоко');
  expect(place.read(USER.id)).toBeNull();
});
