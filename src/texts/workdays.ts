/** Behind a repetition that knows only Monday to Friday. */
export const WORKDAYS_REMARK = ' (пн–пт, праздники не учитываются)';

/** A repetition in words, for a list, where the remark would take more lines than the rest. */
export const withoutRemark = (description: string): string =>
  description.replace(WORKDAYS_REMARK, '');
