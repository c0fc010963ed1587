/** Apart from the site's other texts: the browser loads these with every page. */
export const errorPages = {
  notFound: {
    title: 'Такой страницы нет',
    text: 'Возможно, в адресе опечатка или страница переехала. А вот всё записанное на месте.',
  },
  failed: {
    title: 'Что-то сломалось',
    text: 'Попробуйте ещё раз. Если не поможет, загляните чуть позже: всё тем временем придёт как обычно.',
  },
  home: 'На главную',
  retry: 'Попробовать ещё раз',
} as const;
