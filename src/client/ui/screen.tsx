import { styled } from '@mui/material/styles';

/** The column that every screen stands in. */
export const Screen = styled('main')({
  maxWidth: 1200,
  marginInline: 'auto',
  paddingInline: 16,
});

/** Its title; takes the focus when what had it is gone. */
export const ScreenTitle = styled('h1')(({ theme }) => ({
  ...theme.typography.h1,
  margin: '12px 0',
  // «уведомления» is wider than a phone at 200%.
  overflowWrap: 'anywhere',
  hyphens: 'auto',
  outline: 'none',
}));
