import { defineNode } from '../define-node.ts';
import { drawSvg, solidImage, svgColor } from '../image/generated.ts';
import { IMAGE_OUTPUT } from '../image/image-filter.ts';
import { savePicture } from '../image/pixels.ts';
import { audio, boolean, color, number } from '../pins.ts';
import { frameCount, peakOf, readSound } from './sounds.ts';
import type { Sound } from './wav.ts';

export const audioWaveform = defineNode({
  type: 'audio/waveform',
  title: 'Waveform',
  description: 'Draws a sound as a picture: time from left to right, loudness from the middle up and down.',
  icon: 'chart-no-axes-column',
  runsPrograms: true,
  tags: ['picture', 'visualize', 'draw', 'sound', 'image'],
  inputs: {
    audio: audio('Audio'),
    width: number('Width', { min: 16, max: 8192, step: 1, default: 1200 }),
    height: number('Height', { min: 16, max: 4096, step: 1, default: 300 }),
    color: color('Color', { default: '#2dd4bf' }),
    background: color('Background', { default: 'transparent' }),
    fill: boolean('Fill the height', { default: true, exposed: false }),
  },
  outputs: IMAGE_OUTPUT,
  async run({ audio, width, height, color, background, fill }, execution) {
    const sound = await readSound(execution, audio);
    const peak = fill ? peakOf(sound) || 1 : 1;
    const middle = height / 2;
    const bars = outline(sound, width).map(({ low, high }, x) => {
      const top = middle - Math.min(1, high / peak) * middle;
      const bottom = middle - Math.max(-1, low / peak) * middle;
      // Silence still shows as a line.
      const tall = Math.max(1, bottom - top);
      return `M${x} ${Math.min(top, middle - 0.5).toFixed(2)}h1v${tall.toFixed(2)}h-1z`;
    });
    const rendered = await drawSvg(width, height, `<path ${svgColor('fill', color)} d="${bars.join('')}"/>`)
      .png({ compressionLevel: 1 })
      .toBuffer();
    return {
      image: await savePicture(
        execution,
        [],
        () => solidImage(width, height, background).composite([{ input: rendered }]),
        audio.filename,
      ),
    };
  },
});

/** Lowest and highest sample of all channels in each of `columns` even stretches of time. */
function outline(sound: Sound, columns: number): { low: number; high: number }[] {
  const frames = frameCount(sound);
  return Array.from({ length: columns }, (_, column) => {
    const start = Math.floor((column * frames) / columns);
    const end = Math.max(start + 1, Math.floor(((column + 1) * frames) / columns));
    let [low, high] = [0, 0];
    for (const channel of sound.channels) {
      for (let frame = start; frame < end; frame += 1) {
        const sample = channel[frame] ?? 0;
        low = Math.min(low, sample);
        high = Math.max(high, sample);
      }
    }
    return { low, high };
  });
}
