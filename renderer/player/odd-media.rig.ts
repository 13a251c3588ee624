import { ODD_MEDIA, ODD_PICTURES, ODD_SOUNDS } from '#shared/testing/odd-media.ts';
import { startFilmWorker } from './film-worker-client.ts';
import { holdMonitorToOddMedia } from './testing/monitor-on-odd-media.ts';

holdMonitorToOddMedia(startFilmWorker, [...ODD_MEDIA, ...ODD_PICTURES], ODD_SOUNDS);
