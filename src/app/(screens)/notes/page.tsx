export { default, metadata } from '../screen';
