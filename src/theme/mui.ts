import type {} from '@mui/material/themeCssVarsAugmentation';
import { createTheme } from '@mui/material/styles';
import { breakpoints, fontFamily, radii, schemes, type SchemeName } from './tokens';

function palette(scheme: SchemeName) {
  const t = schemes[scheme];
  return {
    palette: {
      primary: { main: t.primary, dark: t.primaryStrong, contrastText: t.onPrimary },
      error: { main: t.error, contrastText: t.onError },
      success: { main: t.success },
      background: { default: t.background, paper: t.surface },
      text: { primary: t.text, secondary: t.muted },
      divider: t.line,
    },
  };
}

/** The mini app's theme, built from the tokens. Both schemes live in CSS variables: switching repaints only. */
export const muiTheme = createTheme({
  cssVariables: { colorSchemeSelector: 'data-color-scheme' },
  colorSchemes: { light: palette('light'), dark: palette('dark') },
  breakpoints: { values: breakpoints },
  shape: { borderRadius: radii.medium },
  typography: {
    fontFamily,
    h2: { fontSize: '1.25rem', fontWeight: 700, letterSpacing: '-0.01em', lineHeight: 1.3 },
    button: { textTransform: 'none', fontWeight: 600 },
  },
  components: {
    MuiButton: { defaultProps: { disableElevation: true } },
    MuiCard: { defaultProps: { variant: 'outlined' } },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
  },
});
