import DeleteIcon from '@mui/icons-material/DeleteOutlineRounded';
import EditIcon from '@mui/icons-material/EditRounded';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { type MouseEvent } from 'react';
import { appTexts } from '@/texts/app';

const { actions } = appTexts;

/** «Редактировать» and «Удалить» of a card. `of` names the row for screen readers. */
export function RowActions({
  of,
  onEdit,
  onDelete,
}: {
  of: string;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const remove = (event: MouseEvent<HTMLElement>) => {
    focusNeighbour(event.currentTarget);
    onDelete();
  };
  return (
    <Box role="group" aria-label={of} sx={{ display: 'flex', ml: 'auto', mr: -1, mb: -1 }}>
      <Tooltip title={actions.edit}>
        <IconButton onClick={onEdit} sx={{ width: 44, height: 44 }}>
          <EditIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Tooltip title={actions.delete}>
        <IconButton onClick={remove} sx={{ width: 44, height: 44 }}>
          <DeleteIcon fontSize="small" />
        </IconButton>
      </Tooltip>
    </Box>
  );
}

/** The card is about to go: the keyboard moves to its neighbour, or to the screen's title. */
function focusNeighbour(button: HTMLElement): void {
  const item = button.closest('li');
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
  const target = neighbour ?? document.querySelector('main h1');
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
