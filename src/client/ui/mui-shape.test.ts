import { type AlertProps } from '@mui/material/Alert';
import { type ButtonProps } from '@mui/material/Button';
import { type ButtonBaseProps } from '@mui/material/ButtonBase';
import { type DialogProps } from '@mui/material/Dialog';
import { type FabProps } from '@mui/material/Fab';
import { type IconButtonProps } from '@mui/material/IconButton';
import { type PopoverProps } from '@mui/material/Popover';
import { type SnackbarProps } from '@mui/material/Snackbar';
import { type TabsProps } from '@mui/material/Tabs';
import { type TextFieldProps } from '@mui/material/TextField';
import { type TooltipProps } from '@mui/material/Tooltip';
import { type Alert } from './alert';
import { type Button, type ButtonBase, type Fab, type IconButton } from './button';
import { type Dialog } from './dialog';
import { type TextField } from './fields';
import { type Snackbar } from './snackbar';
import { type Tabs } from './tabs';
import { type Tooltip } from './tooltip';

/** For each prop that MUI's component has not, or that takes what MUI's would not, why it is so. */
type Own<Component extends (props: never) => unknown, MuiProps> = Reasons<
  OwnNames<Parameters<Component>[0], MuiProps>
>;
type Reasons<Names extends PropertyKey> = [Names] extends [never]
  ? Record<string, never>
  : Record<Names, string>;
type OwnNames<Props, MuiProps> = {
  [Name in keyof Props]-?: Name extends keyof MuiProps
    ? Props[Name] extends MuiProps[Name]
      ? never
      : Name
    : Name;
}[keyof Props];

interface Kit {
  Alert: Own<typeof Alert, AlertProps>;
  Button: Own<typeof Button, ButtonProps>;
  ButtonBase: Own<typeof ButtonBase, ButtonBaseProps>;
  Dialog: Own<typeof Dialog, DialogProps & Pick<PopoverProps, 'anchorEl'>>;
  Fab: Own<typeof Fab, FabProps>;
  IconButton: Own<typeof IconButton, IconButtonProps>;
  Snackbar: Own<typeof Snackbar, SnackbarProps>;
  Tabs: Own<typeof Tabs, TabsProps>;
  TextField: Own<typeof TextField, TextFieldProps>;
  Tooltip: Own<typeof Tooltip, TooltipProps>;
}

// The compiler compares: a prop that is missing here, or too many, is an error.
test('whoever knows the props of MUI knows those of the kit, but for what is told here', () => {
  const inMuiSlots = 'MUI takes it in slotProps.htmlInput';
  const handsTheValue = 'MUI hands the event first';
  const kit: Kit = {
    Alert: { ways: 'buttons of one look; MUI takes elements as `action`' },
    Button: {},
    ButtonBase: {},
    Dialog: {
      look: 'MUI has a component for each: Dialog, Drawer, Popover',
      first: 'MUI has the first focus by autoFocus, which would bring up a keyboard',
      guided: 'the tour stands over it',
    },
    Fab: {},
    IconButton: {
      icon: 'all but a few hold one icon, which MUI takes as children',
      size: 'of the icon, in pixels',
    },
    Snackbar: {},
    Tabs: {
      tabs: 'MUI takes a Tab for each as children',
      nameOf: 'the label of a Tab',
      panelId: 'aria-controls of each Tab',
      onChange: handsTheValue,
    },
    TextField: {
      onChange: handsTheValue,
      counter: 'beside the helper text or the fault, which changes with it',
      digits: 'what is no digit cannot be typed',
      marks: 'what was understood of the text stands out',
      maxLength: inMuiSlots,
      min: inMuiSlots,
      fault: 'stands in place of the helper text; MUI’s error says only that something is wrong',
    },
    Tooltip: {},
  };
  expect(Object.keys(kit.Tooltip)).toEqual([]);
});
