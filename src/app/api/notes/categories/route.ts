export { GET } from '../../notifications/categories/route';
