export { oggOpusOf } from '@/dev/simulator/ogg-opus';
