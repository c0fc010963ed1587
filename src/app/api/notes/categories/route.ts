export { GET } from '@/app/api/notifications/categories/route';
