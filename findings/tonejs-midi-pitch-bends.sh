#!/usr/bin/env bash
# @tonejs/midi 2.0.28: a MIDI file that is read and written again has no pitch bends, and quiet notes are missing.
#
# Expected: its README says "Convert MIDI into a Tone.js-friendly JSON format", and back by `toArray`; bends and velocities read as
# fractions of their range are written as fractions of it. A velocity is "normalized 0-1"; all above 0 sounds.
# Seen: a bend is read as a part of 8192 and written as that part itself, which is rounded to none: a full bend up comes back as
# 0. Of velocities the part of 127 is rounded down, and the event "note on" with 0 means "note off" (MIDI 1.0), so a note of 0.007
# or less is not in the file. A file whose time is in frames of film (SMPTE division) has times that are NaN; C minor
# with its three flats is written as key 11, where the format has -7 to 7. No error at any of these. midi-file 1.2.4, which it is built
# on, writes back the bytes it read.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save --ignore-scripts @tonejs/midi@2.0.28 midi-file@1.2.4 >/dev/null
cat >seen.mjs <<'JS'
import toneMidi from '@tonejs/midi';
import midiFile from 'midi-file';
const { Midi } = toneMidi;

function file(division, ...events) {
  const track = [...events.flat(), 0, 0xff, 0x2f, 0];
  const header = [...Buffer.from('MThd'), 0, 0, 0, 6, 0, 0, 0, 1, division >> 8, division & 255];
  return Uint8Array.from([...header, ...Buffer.from('MTrk'), 0, 0, 0, track.length, ...track]);
}
const note = [0, 0x90, 60, 100, 96, 0x80, 60, 0];
const bends = file(96, [0, 0xe0, 0x7f, 0x7f, 0, 0xe0, 0, 0], note);
const bendsOf = (midi) => midi.tracks[0].pitchBends.map(({ value }) => value.toFixed(4)).join(' ');
const again = new Midi(bends).toArray();
console.log(`bends read ${bendsOf(new Midi(bends))}, written and read ${bendsOf(new Midi(again))}`);
const raw = midiFile.parseMidi(again).tracks[1].filter(({ type }) => type === 'pitchBend');
console.log(`in the file ${raw.map(({ value }) => value).join(' ')}`);
const kept = Buffer.from(midiFile.writeMidi(midiFile.parseMidi(bends))).equals(Buffer.from(bends));
console.log(`midi-file alone: ${kept ? 'the same bytes' : 'other bytes'}`);

const quiet = new Midi();
const track = quiet.addTrack();
const velocities = [0.5, 0.01, 0.007, 0.001];
velocities.forEach((velocity, index) => track.addNote({ midi: 60 + index, time: index, duration: 0.5, velocity }));
const heard = new Midi(quiet.toArray()).tracks[0].notes.map(({ midi }) => velocities[midi - 60]);
console.log(`of velocities ${velocities.join(' ')} there are ${heard.join(' ')}`);

// 25 frames of 40 ticks: a note of 96 ticks is 0.096 s long.
const frames = file(0xe728, note);
const { duration } = new Midi(frames).tracks[0].notes[0];
console.log(`time in frames: ${JSON.stringify(midiFile.parseMidi(frames).header)}, a note of ${duration} s`);

const minor = file(96, [0, 0xff, 0x59, 2, 0xfd, 1], note);
const [{ key, scale }] = new Midi(minor).header.keySignatures;
const written = midiFile.parseMidi(new Midi(minor).toArray()).tracks[0].find(({ type }) => type === 'keySignature');
console.log(`three flats, minor: read as ${key} ${scale}, written as ${written.key}`);
JS
node seen.mjs | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'MIDI files are written otherwise now.'; exit 1; }
bends read 0.9999 -1.0000, written and read 0.0000 -0.0001
in the file 0 -1
midi-file alone: the same bytes
of velocities 0.5 0.01 0.007 0.001 there are 0.5 0.01
time in frames: {"format":0,"numTracks":1,"framesPerSecond":25,"ticksPerFrame":40}, a note of NaN s
three flats, minor: read as Eb minor, written as 11
TXT
