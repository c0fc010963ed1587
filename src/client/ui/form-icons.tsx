import { icon } from './icons';

export const ExpandIcon = icon('m6 9.5 6 6 6-6');
