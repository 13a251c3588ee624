import type { SoundOutput } from './ports.ts';

/** Seconds within which a sound that is cut off goes down, so that it does not click. */
const SOFT = 0.005;

/** Sound by the browser. Without a sound device its clock runs all the same. */
export function openSoundOutput(): SoundOutput {
  const context = new AudioContext({ latencyHint: 'interactive', sampleRate: 48_000 });
  const master = context.createGain();
  const splitter = context.createChannelSplitter(2);
  const meters = [context.createAnalyser(), context.createAnalyser()] as const;
  master.connect(context.destination);
  master.connect(splitter);
  for (const [channel, meter] of meters.entries()) {
    meter.fftSize = 2048;
    splitter.connect(meter, channel);
  }
  const samples = new Float32Array(2048);
  const playing = new Set<{ source: AudioBufferSourceNode; gain: GainNode }>();
  const peakOf = (meter: AnalyserNode): number => {
    meter.getFloatTimeDomainData(samples);
    return samples.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0);
  };

  return {
    sampleRate: context.sampleRate,
    now: () => outputTime(context),
    resume: () => context.resume(),
    play: (sound, at, rate) => {
      const delay = Math.max(0, context.currentTime - at);
      const length = sound.left.length / context.sampleRate;
      if (delay * rate >= length) return;
      const buffer = context.createBuffer(2, sound.left.length, context.sampleRate);
      buffer.copyToChannel(sound.left, 0);
      buffer.copyToChannel(sound.right, 1);
      const source = new AudioBufferSourceNode(context, { buffer, playbackRate: rate });
      const gain = context.createGain();
      source.connect(gain).connect(master);
      const voice = { source, gain };
      playing.add(voice);
      source.addEventListener('ended', () => {
        playing.delete(voice);
        gain.disconnect();
      });
      source.start(at + delay, delay * rate);
    },
    silence: () => {
      const end = context.currentTime + SOFT;
      for (const { source, gain } of playing) {
        gain.gain.setTargetAtTime(0, context.currentTime, SOFT / 3);
        source.stop(end);
      }
      playing.clear();
    },
    setVolume: (volume) => {
      master.gain.setTargetAtTime(volume, context.currentTime, SOFT);
    },
    levels: () => ({ left: peakOf(meters[0]), right: peakOf(meters[1]) }),
    close: () => void context.close(),
  };
}

/**
 * What comes out now was computed a little earlier; the browser says how much where it knows. Where that does not advance, the
 * context's own time less its delay is near enough.
 */
function outputTime(context: AudioContext): number {
  const { contextTime, performanceTime } = context.getOutputTimestamp();
  if (contextTime === undefined || performanceTime === undefined || contextTime === 0) {
    return Math.max(0, context.currentTime - (context.outputLatency || context.baseLatency || 0));
  }
  const since = Math.max(0, (performance.now() - performanceTime) / 1000);
  return Math.min(context.currentTime, contextTime + (context.state === 'running' ? since : 0));
}
