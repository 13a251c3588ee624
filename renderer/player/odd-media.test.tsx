import { ODD_MEDIA, ODD_PICTURES, ODD_SOUNDS, ofEveryRun } from '#shared/testing/odd-media.ts';
import { startFilmWorker } from './film-worker-client.ts';
import { holdMonitorToOddMedia } from './testing/monitor-on-odd-media.ts';

holdMonitorToOddMedia(startFilmWorker, ofEveryRun([...ODD_MEDIA, ...ODD_PICTURES]), ofEveryRun(ODD_SOUNDS));
