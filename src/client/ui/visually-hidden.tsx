import { styled } from '@mui/material/styles';

/** For screen readers alone. */
export const VisuallyHidden = styled('div')({
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
});
