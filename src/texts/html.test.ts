import { html, lines } from './html';

test('what a user wrote is escaped, once', () => {
  expect(html`<b>${'<i>&amp;</i>'}</b>`.toString()).toBe('<b>&lt;i&gt;&amp;amp;&lt;/i&gt;</b>');
  expect(html`${html`<b>${'&'}</b>`}`.toString()).toBe('<b>&amp;</b>');
});

test('a template broken over lines of source is one line of the message', () => {
  const words = html`первая ${'a'} вторая`;
  expect(words.toString()).toBe('первая a вторая');
});

test('line breaks of a user stay, and those of `lines` too', () => {
  expect(lines(html`${'a\nb'}`, 'c').toString()).toBe('a\nb\nc');
});
