import { describe, expect, test } from 'vitest';
import { isFileValue, type FileValue, type NodeValue } from '../definition.ts';
import { useNodeBench } from '../testing/node-bench.ts';
import { audioGain } from './gain.ts';
import { audioMix } from './mix.ts';
import { frameCount, peakOf, readSound } from './sounds.ts';
import { audioTone } from './tone.ts';
import { audioTrim } from './trim.ts';
import { encodeWav, parseWav, type Sound } from './wav.ts';
import { audioWaveform } from './waveform.ts';

const bench = useNodeBench();

const store = async (channels: number[][], sampleRate = 8000, name = 'sound.wav') =>
  bench.store(
    encodeWav({ sampleRate, channels: channels.map((channel) => Float32Array.from(channel)) }),
    name,
    'audio/wav',
  );

const listen = async (value: NodeValue | undefined): Promise<Sound> => {
  if (!isFileValue(value)) throw new Error('This output is no file.');
  expect(value.contentType).toBe('audio/wav');
  return readSound(bench.execution({}), value);
};
/** The volume node's sound, and what it says beside it. */
async function volume(audio: FileValue, decibels: number): Promise<{ sound: Sound; messages: string[] }> {
  const messages: string[] = [];
  const execution = bench.execution({ audio, decibels }, { onLog: (message) => messages.push(message) });
  return { sound: await listen((await audioGain.execute(execution))['audio']), messages };
}
const rounded = (sound: Sound) =>
  sound.channels.map((channel) => [...channel].map((sample) => Number(sample.toFixed(2))));

/** A WAV file with samples of the given encoding, after a chunk of another kind. */
function wav(encoding: number, bits: number, data: Buffer, extensible = false): Buffer {
  const format = Buffer.alloc(extensible ? 40 : 16);
  format.writeUInt16LE(extensible ? 0xfffe : encoding, 0);
  format.writeUInt16LE(1, 2);
  format.writeUInt32LE(8000, 4);
  format.writeUInt16LE(bits, 14);
  if (extensible) format.writeUInt16LE(encoding, 24);
  const chunk = (tag: string, body: Buffer) => {
    const head = Buffer.from(`${tag}....`);
    head.writeUInt32LE(body.length, 4);
    return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
  };
  const body = Buffer.concat([
    Buffer.from('WAVE'),
    chunk('LIST', Buffer.from('odd')),
    chunk('fmt ', format),
    chunk('data', data),
  ]);
  return chunk('RIFF', body);
}

describe('WAV files of recorders that lost their power', () => {
  const samples = Buffer.from([0, 0x80, 0, 0, 0, 0x40]);
  /** With sizes as they stand before the recorder has written the end. */
  const unfinished = (riff: number, data: number, more = Buffer.alloc(0)) => {
    const bytes = Buffer.concat([wav(1, 16, samples), more]);
    bytes.writeUInt32LE(riff, 4);
    bytes.writeUInt32LE(data, bytes.lastIndexOf('data') + 4);
    return bytes;
  };

  test.each([
    ['no sizes', unfinished(0, 0)],
    ['no size of the sound', unfinished(36, 0)],
    ['sizes without end', unfinished(0xff_ff_ff_ff, 0xff_ff_ff_ff)],
  ])('are read to their end: %s', (_, bytes) => {
    expect(rounded(parseWav(bytes, 'cut.wav'))).toEqual([[-1, 0, 0.5]]);
  });

  test('stay silent where they say so', () => {
    const empty = wav(1, 16, Buffer.alloc(0));
    expect(rounded(parseWav(empty, 'empty.wav'))).toEqual([[]]);
  });
});

describe('WAV files of more than 4 GB, as they are written also where they are short', () => {
  const samples = Buffer.from([0, 0x80, 0, 0, 0, 0x40]);
  /** With the sizes of 64 bits in a chunk of their own, and another chunk behind the samples. */
  const rf64 = (form: string, dataSize: number) => {
    const bytes = Buffer.concat([wav(1, 16, samples), Buffer.from('LIST....odd.')]);
    bytes.writeUInt32LE(4, bytes.length - 8);
    const sizes = Buffer.alloc(36);
    sizes.write('ds64');
    sizes.writeUInt32LE(28, 4);
    sizes.writeBigUInt64LE(BigInt(bytes.length + 28), 8);
    sizes.writeBigUInt64LE(BigInt(dataSize), 16);
    bytes.write(form);
    bytes.writeUInt32LE(0xffffffff, 4);
    bytes.writeUInt32LE(0xffffffff, bytes.indexOf('data') + 4);
    return Buffer.concat([bytes.subarray(0, 12), sizes, bytes.subarray(12)]);
  };

  test.each(['RF64', 'BW64'])('are read: %s', (form) => {
    expect(rounded(parseWav(rf64(form, samples.length), 'long.wav'))).toEqual([[-1, 0, 0.5]]);
    // A recorder that was cut off wrote no size.
    expect(rounded(parseWav(rf64(form, 0).subarray(0, -12), 'long.wav'))).toEqual([[-1, 0, 0.5]]);
  });
});

describe('sound of more than two channels', () => {
  test('says which speakers it is for, through every node', async () => {
    const surround = Array.from({ length: 6 }, (_, index) => [index / 10, index / 10]);
    const audio = await store(surround);
    const made = (await bench.run(audioGain, { audio, decibels: 0 }))['audio'];
    if (!isFileValue(made)) throw new Error('This output is no file.');
    const bytes = Buffer.from(await bench.execution({}).readFile(made));
    expect([bytes.readUInt16LE(20), bytes.readUInt16LE(22), bytes.readUInt32LE(40)]).toEqual([
      0xfffe, 6, 0x3f,
    ]);
    expect(rounded(await listen(made))).toEqual(surround);
  });

  test('keeps the speakers that its file named', async () => {
    const channels = [[0], [0.1], [0.2]].map((channel) => Float32Array.from(channel));
    const named = encodeWav({ sampleRate: 8000, channels, channelMask: 0xb });
    expect(parseWav(named, 'named.wav').channelMask).toBe(0xb);
    const audio = await bench.store(named, 'named.wav', 'audio/wav');
    expect((await listen((await bench.run(audioTrim, { audio, length: 0 }))['audio'])).channelMask).toBe(0xb);
  });
});

describe('what a file holds beyond 16 bits', () => {
  const FINE = [0, 0.000_012, -0.000_023, 0.5, -1];
  const fine = Float32Array.from(FINE);
  const withTimeout = (sound: Sound, step: number) =>
    expect(
      [...(sound.channels[0] ?? [])].every((sample, at) => Math.abs(sample - (FINE[at] ?? 9)) <= step),
    ).toBe(true);

  test.each([
    ['24 bits', 'int24', 2 ** -22],
    ['floating point', 'float32', 2 ** -22],
  ] as const)('goes through every node: %s', async (_, sampleFormat, step) => {
    const bytes = encodeWav({ sampleRate: 8000, channels: [fine], sampleFormat });
    const audio = await bench.store(bytes, 'fine.wav', 'audio/wav');
    for (const made of [
      await bench.run(audioGain, { audio, decibels: 0 }),
      await bench.run(audioTrim, { audio, length: 0 }),
      await bench.run(audioMix, { a: audio, b: await store([[0]]), volumeA: 0 }),
    ]) {
      const sound = await listen(made['audio']);
      expect(sound.sampleFormat).toBe(sampleFormat);
      withTimeout(sound, step);
    }
  });

  test('32 bits of PCM go on as floating point', () => {
    expect(parseWav(wav(1, 32, Buffer.from([0, 0, 0, 0x80])), 'x.wav').sampleFormat).toBe('float32');
  });

  test('above full scale is kept in floating point, and said to be cut off in PCM', async () => {
    const loud = await bench.store(
      encodeWav({ sampleRate: 8000, channels: [Float32Array.of(1.5)], sampleFormat: 'float32' }),
      'loud.wav',
      'audio/wav',
    );
    const kept = await volume(loud, 0);
    expect([rounded(kept.sound), kept.messages]).toEqual([[[1.5]], []]);
    const cut = await volume(await store([[0.9]]), 12);
    expect(rounded(cut.sound)).toEqual([[1]]);
    expect(cut.messages.join(' ')).toContain('cut off at full scale. Turn it down.');
  });

  test('a mix is for the speakers of its sounds', async () => {
    const channels = [[0], [0.1], [0.2]].map((channel) => Float32Array.from(channel));
    const a = await bench.store(
      encodeWav({ sampleRate: 8000, channels, channelMask: 0xb }),
      'a.wav',
      'audio/wav',
    );
    expect(
      (await listen((await bench.run(audioMix, { a, b: await store([[0.5]]) }))['audio'])).channelMask,
    ).toBe(0xb);
  });
});

describe('WAV files', () => {
  test.each([
    ['8-bit', wav(1, 8, Buffer.from([0, 128, 192]))],
    ['16-bit', wav(1, 16, Buffer.from([0, 0x80, 0, 0, 0, 0x40]))],
    ['24-bit', wav(1, 24, Buffer.from([0, 0, 0x80, 0, 0, 0, 0, 0, 0x40]))],
    ['24-bit, extensible', wav(1, 24, Buffer.from([0, 0, 0x80, 0, 0, 0, 0, 0, 0x40]), true)],
    ['32-bit', wav(1, 32, Buffer.from([0, 0, 0, 0x80, 0, 0, 0, 0, 0, 0, 0, 0x40]))],
    ['float', wav(3, 32, Buffer.from(new Float32Array([-1, 0, 0.5]).buffer))],
    ['double', wav(3, 64, Buffer.from(new Float64Array([-1, 0, 0.5]).buffer))],
  ])('%s', (_, bytes) => {
    const sound = parseWav(bytes, 'x.wav');
    expect([sound.sampleRate, rounded(sound)]).toEqual([8000, [[-1, 0, 0.5]]]);
  });

  test('that were cut off give what is there', () => {
    const whole = encodeWav({ sampleRate: 8000, channels: [new Float32Array(100).fill(0.5)] });
    expect(frameCount(parseWav(whole.subarray(0, 144), 'x.wav'))).toBe(50);
  });

  test('that are none, or of a kind not known, are named with what to do', async () => {
    const song = await bench.store(Buffer.from('ID3 not a wav file'), 'song.mp3', 'audio/mpeg');
    await expect(bench.run(audioGain, { audio: song })).rejects.toMatchObject({
      code: 'AUDIO_UNREADABLE',
      message: 'song.mp3 cannot be read as a sound. Choose a WAV, MP3, M4A, Ogg or FLAC file.',
    });
    expect(() => parseWav(Buffer.from('ID3'), 'song.mp3')).toThrow('song.mp3 is not a WAV file');
    expect(() => parseWav(wav(85, 16, Buffer.alloc(4)), 'odd.wav')).toThrow('odd.wav is a kind of WAV file');
    expect(() => parseWav(Buffer.from('RIFF\0\0\0\0WAVE'), 'hollow.wav')).toThrow('hollow.wav is damaged');
  });
});

describe('tone', () => {
  test.each(['sine', 'triangle', 'square', 'sawtooth'])(
    '%s has the pitch and the loudness asked for',
    async (wave) => {
      const { audio } = await bench.run(audioTone, { wave, frequency: 100, seconds: 0.5, volume: -6 });
      const sound = await listen(audio);
      expect(frameCount(sound)).toBe(24_000);
      expect(peakOf(sound)).toBeCloseTo(0.5, 1);
      const [samples] = sound.channels;
      let rises = 0;
      for (let i = 1; i < 24_000; i += 1)
        if ((samples?.[i - 1] ?? 0) < 0 && (samples?.[i] ?? 0) >= 0) rises += 1;
      expect(Math.abs(rises - 50)).toBeLessThanOrEqual(1);
    },
  );

  test('starts and ends in silence', async () => {
    const { audio } = await bench.run(audioTone, { wave: 'square' });
    const { channels } = await listen(audio);
    expect([channels[0]?.[0], channels[0]?.at(-1)]).toEqual([0, 0]);
  });
});

describe('trim', () => {
  test('cuts out a part of every channel', async () => {
    const audio = await store([
      [0.1, 0.2, 0.3, 0.4],
      [0.5, 0.6, 0.7, 0.8],
    ]);
    const { audio: cut } = await bench.run(audioTrim, { audio, start: 1 / 8000, length: 2 / 8000 });
    expect(rounded(await listen(cut))).toEqual([
      [0.2, 0.3],
      [0.6, 0.7],
    ]);
    const { audio: rest } = await bench.run(audioTrim, { audio, start: 3 / 8000 });
    expect(rounded(await listen(rest))).toEqual([[0.4], [0.8]]);
  });

  test('fades the ends', async () => {
    const audio = await store([Array<number>(9).fill(0.8)]);
    const { audio: faded } = await bench.run(audioTrim, { audio, fadeIn: 4 / 8000, fadeOut: 2 / 8000 });
    expect(rounded(await listen(faded))).toEqual([[0, 0.2, 0.4, 0.6, 0.8, 0.8, 0.8, 0.4, 0]]);
  });

  test('says how long the sound is when there is nothing', async () => {
    await expect(bench.run(audioTrim, { audio: await store([[0.1]]), start: 2 })).rejects.toThrow(
      '0.00 seconds long',
    );
  });
});

describe('volume', () => {
  test('changes by decibels, and cuts off at full scale', async () => {
    const audio = await store([[0.2, -0.4, 0.9]]);
    expect(
      rounded(await listen((await bench.run(audioGain, { audio, decibels: -6.0206 }))['audio'])),
    ).toEqual([[0.1, -0.2, 0.45]]);
    expect(rounded(await listen((await bench.run(audioGain, { audio, decibels: 6.0206 }))['audio']))).toEqual(
      [[0.4, -0.8, 1]],
    );
  });

  test('normalizes, but leaves silence alone', async () => {
    const audio = await store([[0.1, -0.25]]);
    expect(rounded(await listen((await bench.run(audioGain, { audio, normalize: true }))['audio']))).toEqual([
      [0.4, -1],
    ]);
    const silence = await store([[0, 0]]);
    expect(
      rounded(await listen((await bench.run(audioGain, { audio: silence, normalize: true }))['audio'])),
    ).toEqual([[0, 0]]);
  });
});

describe('mix', () => {
  test('adds sounds of different lengths and channels', async () => {
    const a = await store([[0.1, 0.1, 0.1]]);
    const c = await store([[0.2], [0.4]]);
    const { audio } = await bench.run(audioMix, { a, c, volumeC: -6.0206 });
    expect(rounded(await listen(audio))).toEqual([
      [0.2, 0.1, 0.1],
      [0.3, 0.1, 0.1],
    ]);
  });

  test('brings sounds to the higher sample rate', async () => {
    const { audio } = await bench.run(audioMix, {
      a: await store([Array<number>(400).fill(0.4)], 8000),
      b: await store([[0, 0, 0, 0]], 16_000),
    });
    const sound = await listen(audio);
    expect([sound.sampleRate, frameCount(sound)]).toEqual([16_000, 800]);
    expect(new Set(rounded(sound)[0]?.slice(100, 700))).toEqual(new Set([0.4]));
  });

  test('turns the whole down where it would be too loud', async () => {
    const { audio } = await bench.run(audioMix, { a: await store([[1, 0.5]]), b: await store([[1, 0]]) });
    expect(rounded(await listen(audio))).toEqual([[1, 0.25]]);
  });

  test('wants at least one sound', async () => {
    await expect(bench.run(audioMix, {})).rejects.toThrow('Plug in at least one');
  });
});

describe('waveform', () => {
  test('is tall where the sound is loud', async () => {
    const audio = await store([
      [
        ...Array<number>(50).fill(0),
        ...Array<number>(50)
          .fill(0.5)
          .map((level, i) => (i % 2 === 0 ? level : -level)),
      ],
    ]);
    const { image } = await bench.run(audioWaveform, {
      audio,
      width: 20,
      height: 40,
      color: '#ff0000',
      background: '#000000',
    });
    const look = await bench.look(image);
    expect([look.width, look.height, look.file.filename]).toEqual([20, 40, 'sound.png']);
    expect([look.at(2, 5), look.at(15, 5), look.at(15, 35)]).toEqual(['#000000', '#ff0000', '#ff0000']);
    expect(look.at(2, 20)).not.toBe('#000000');
  });
});

test('Mix says which sounds have another rate or other channels in it', async () => {
  const said: string[] = [];
  const inputs = {
    a: await store([[0, 0.1]], 8000, 'mono.wav'),
    b: await store(
      [
        [0, 0.1],
        [0, 0.1],
      ],
      16_000,
      'stereo.wav',
    ),
    c: await store([[0], [0], [0], [0]], 16_000, 'around.wav'),
  };
  await audioMix.execute(bench.execution(inputs, { onLog: (line) => said.push(line) }));
  expect(said).toEqual([
    'The sound of mono.wav has 8 kHz; the result has 16 kHz.',
    'The sound of stereo.wav is stereo; the result is 4 channels.',
  ]);
});

describe('sounds of several rates in a mix', () => {
  /** How loud a sound is in its middle beside a tone of full scale, in decibels. */
  const level = (samples: ArrayLike<number>): number => {
    const middle = Array.from(samples).slice(samples.length / 4, (samples.length * 3) / 4);
    const power = middle.reduce((sum, sample) => sum + sample * sample, 0) / middle.length;
    return 10 * Math.log10(power * 2 + 1e-20);
  };
  const tone = (frequency: number, sampleRate: number) =>
    Array.from(
      { length: sampleRate / 4 },
      (_, at) => Math.sin((2 * Math.PI * frequency * at) / sampleRate) / 2,
    );

  test('have no energy above what the lower rate held', async () => {
    const [a, b] = [await store([tone(3000, 8000)]), await store([[0]], 48_000)];
    const mixed = await listen((await bench.run(audioMix, { a, b }))['audio']);
    expect(mixed.sampleRate).toBe(48_000);
    const exact = tone(3000, 48_000);
    const rest = Array.from(mixed.channels[0] ?? [], (sample, at) => sample - (exact[at] ?? 0));
    expect(level(rest)).toBeLessThan(-60);
  });
});
