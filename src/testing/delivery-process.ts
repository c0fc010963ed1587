/**
 * One instance of the service without its pages: what a production process runs beside the requests,
 * against the environment's DATABASE_URL and TELEGRAM_API_ROOT. Started by ./delivery-instance.
 */
import { startServer } from '@/server/start';

startServer();
