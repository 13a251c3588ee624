// @module-tag long
import { ODD_MEDIA, ODD_PICTURES, ODD_SOUNDS, ofEveryRunInPages } from '#shared/testing/odd-media.ts';
import { startFilmWorker } from './film-worker-client.ts';
import { holdMonitorToOddMedia } from './testing/monitor-on-odd-media.ts';

holdMonitorToOddMedia(
  startFilmWorker,
  ofEveryRunInPages([...ODD_MEDIA, ...ODD_PICTURES]),
  ofEveryRunInPages(ODD_SOUNDS),
);
