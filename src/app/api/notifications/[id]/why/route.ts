import { apiRoute } from '@/server/accounts/routes';
import { tellWhy } from '@/server/admin/why-bot';

export const GET = apiRoute('told', null, tellWhy);
